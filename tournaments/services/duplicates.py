"""Duplicate deals: all tables of a round are dealt the same cards."""

import secrets
from dataclasses import dataclass
from uuid import UUID

from dosleague.ids import new_id
from games.engine.deal import SECRET_BYTES
from games.models import Game
from games.services.deal_groups import may_start_together, start_together
from tournaments.lots import lot
from tournaments.models import Match, StageRound, Tournament


@dataclass(frozen=True, slots=True)
class SharedDeals:
    """What the tables of a round share: the secret, the group of games, and the public seed of each
    seat's entropy.
    """

    secret: bytes
    group: UUID
    seed: str

    def entropy(self, seat: int) -> str:
        """Return the entropy of a seat: a lot of the tournament's published seed."""
        return f"{lot(self.seed, seat):032x}"


def draw_deals(stage_round: StageRound) -> None:
    """Draw the secret of a round whose tables share their deals, where it has none yet."""
    if stage_round.tournament.deals != Tournament.Deals.DUPLICATE:
        return
    if stage_round.secret is None:
        stage_round.secret = secrets.token_bytes(SECRET_BYTES)
        stage_round.deal_group = new_id()
        stage_round.save(update_fields=["secret", "deal_group"])


def shared_deals(match: Match) -> SharedDeals | None:
    """Return the deals that the first game of a table shares; a game played again has its own."""
    stage_round = match.round
    if stage_round.secret is None or stage_round.deal_group is None:
        return None
    group = Game.objects.filter(deal_group=stage_round.deal_group)
    if group.filter(started_at__isnull=False).exists():
        return None
    seed = f"{stage_round.tournament.seed}:duplicate:{stage_round.number}"
    return SharedDeals(bytes(stage_round.secret), stage_round.deal_group, seed)


def start_duplicates(tournament: Tournament) -> int:
    """Start rounds with shared deals whose tables are all made and full; return how many games."""
    if tournament.deals != Tournament.Deals.DUPLICATE:
        return 0
    started = 0
    for stage_round in tournament.rounds.filter(
        status__in=StageRound.PLAYED_NOW, deal_group__isnull=False
    ):
        group = stage_round.deal_group
        assert group is not None
        is_made = not stage_round.matches.filter(opened=False).exists()
        if is_made and may_start_together(group):
            started += start_together(deal_group=group)
    return started
