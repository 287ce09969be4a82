"""`random`: any legal action."""

from random import Random

from games.bots.bot import Submission, with_call
from games.engine.actions import Catch
from games.engine.observation import Observation
from games.engine.phases import Phase


class RandomBot:
    """Takes each listed legal action with the same chance, and remembers half of its calls."""

    name = "random"
    level = 1
    description = "Takes any legal action, each as likely as another; forgets half of its calls."

    def choose(self, seen: Observation, chance: Random) -> Submission:
        """Return one legal action."""
        options = seen.options
        if True in seen.owes_call and seen.phase is not Phase.PLAY:
            options = tuple([o for o in options if not isinstance(o.action, Catch)])
        option = options[int(chance.random() * len(options))]
        if option.makes_two and seen.ruleset.dos_penalty and chance.random() < 0.5:
            return (with_call(option.action),)
        return (option.action,)
