"""`eager`: matches whatever it can, in any order."""

from random import Random

from games.bots.bot import Submission, opening_call, with_call
from games.engine.actions import Catch, Match
from games.engine.observation import Observation


class EagerBot:
    """Makes a match, any match, as long as one can be made; calls and catches."""

    name = "eager"
    level = 2
    description = "Makes any match as long as there is one; draws only without; calls and catches."

    def choose(self, seen: Observation, chance: Random) -> Submission:
        """Return one match, or one other legal action where there is none."""
        first = opening_call(seen)
        if first is not None:
            return first
        matches = [option for option in seen.options if isinstance(option.action, Match)]
        options = matches or [o for o in seen.options if not isinstance(o.action, Catch)]
        option = options[int(chance.random() * len(options))]
        if option.makes_two and seen.ruleset.dos_penalty:
            return (with_call(option.action),)
        return (option.action,)
