"""Schedules: tournaments that are made again and again, one for each date of a rule.

A date that the service finds late is made up for, if it is the last one and its tournament would
still begin before the next date; dates before it are skipped. Each leaves one row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from dosleague.api.clock import database_now
from dosleague.api.problems import FieldError, Problem, field_error
from dosleague.audit import Author, note
from games.models import Player
from tournaments.lifecycle import Act, State
from tournaments.models import Occurrence, Schedule, Tournament
from tournaments.recurrence import BadRule, Date, check_rule, dates, zone_names
from tournaments.services.access import in_name_of
from tournaments.services.acts import do_act
from tournaments.services.asked_players import AskedPlayer, players_of
from tournaments.services.creation import TournamentPlan, create_tournament
from tournaments.services.registration import add_entrants
from tournaments.services.stages import check_faults
from tournaments.services.templates import check_template, dated, plan_of, template_of

ON_TIME: Final = timedelta(minutes=10)
"""A date found within this time is not late: the service was just busy."""
MOST_AT_ONCE: Final = 500
"""How many missed dates are written in one transaction."""
MOST_SCHEDULES: Final = 50
"""That one player has; each may make a tournament an hour."""
MISSED: Final = "The service did not run at the time."


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePlan:
    """What is to be made, when by the clock of which place, and who is in each from the start.

    `start_after_minutes` is how long registration is open before play starts by itself; None:
    an organiser starts it.
    """

    template: TournamentPlan
    rule: str
    time_zone: str
    entrants: Sequence[AskedPlayer] = ()
    start_after_minutes: int | None = None


def create_schedule(*, plan: SchedulePlan, by: Author) -> Schedule:
    """Make a schedule that its author owns; its dates count from now.

    Raises Problem: `invalid` for terms that cannot be repeated, a rule or a place that is none, and
    players that are not there; `name_taken`; `conflict` for one who has too many.
    """
    assert by.player is not None, "somebody owns it"
    starts_by_itself = plan.start_after_minutes is not None
    check_template(plan.template, starts_by_itself=starts_by_itself)
    with transaction.atomic():
        _check_few(by)
        begins = database_now().replace(microsecond=0)
        first = _first_date(plan, begins)
        players = players_of(plan.entrants, "/entrants")
        check_faults(list(_faults_of_kinds(plan.template, players)))
        schedule = Schedule.objects.create(
            owner=by.player,
            template=template_of(plan.template),
            entrants=[str(one.id) for one in players],
            rule=plan.rule,
            time_zone=plan.time_zone,
            start_after_minutes=plan.start_after_minutes,
            begins_at=begins,
            next_at=first.moment,
        )
        after = {"rule": plan.rule, "time_zone": plan.time_zone}
        note(by, "schedule.create", subject_of(schedule), after=after)
        return schedule


def _check_few(by: Author) -> None:
    running = Schedule.objects.filter(owner=by.player, ended_at=None).count()
    if running >= MOST_SCHEDULES:
        detail = f"A player has at most {MOST_SCHEDULES} schedules that have not ended."
        raise Problem("conflict", detail, blocking=[detail])


def _faults_of_kinds(template: TournamentPlan, players: Sequence[Player]) -> Iterator[FieldError]:
    for at, player in enumerate(players):
        if player.kind not in template.registration.kinds:
            detail = f"Players of kind {player.kind} do not enter."
            yield field_error(f"/entrants/{at}", "kind", detail)


def subject_of(schedule: Schedule) -> str:
    """Return what the audit log calls a schedule."""
    return f"schedule:{schedule.id}"


def _first_date(plan: SchedulePlan, begins: datetime) -> Date:
    if plan.time_zone not in zone_names():
        raise _invalid("/time_zone", "There is no such time zone; one is named like Europe/Riga.")
    zone = ZoneInfo(plan.time_zone)
    try:
        check_rule(plan.rule, zone, begins)
        first = next(dates(plan.rule, zone, begins), None)
    except BadRule as fault:
        raise _invalid("/rule", str(fault)) from None
    if first is None:
        raise _invalid("/rule", "All its dates are over.")
    return first


def _invalid(pointer: str, detail: str) -> Problem:
    code = pointer.removeprefix("/")
    return Problem("invalid", detail, errors=[field_error(pointer, code, detail)])


def end_schedule(*, schedule_id: UUID, by: Author) -> None:
    """Let nothing follow; what was made stays. One that has ended stays as it ended.

    Raises Problem: `not_found`, `forbidden`.
    """
    with transaction.atomic():
        schedule = _locked(schedule_id)
        if schedule is None:
            raise Problem("not_found", "There is no such schedule.")
        is_own = by.player is not None and by.player.pk == schedule.owner_id
        if not (is_own or by.is_operator):
            raise Problem("forbidden", "Only the owner of the schedule does this.")
        if schedule.ended_at is None:
            _end(schedule)
            note(by, "schedule.end", subject_of(schedule), after={"ended": True})


def _locked(schedule_id: UUID) -> Schedule | None:
    return Schedule.objects.select_for_update(no_key=True).filter(pk=schedule_id).first()


def _end(schedule: Schedule) -> None:
    schedule.next_at = None
    schedule.ended_at = database_now()
    schedule.save(update_fields=["next_at", "ended_at"])


def keep_schedule(*, schedule_id: UUID) -> Tournament | None:
    """Deal with all dates of a schedule that have come; return the tournament that was made.

    Safe to repeat, late, and from several workers at once: the schedule's row is locked, and each
    date has one row.
    """
    with transaction.atomic():
        schedule = _locked(schedule_id)
        now = database_now()
        if schedule is None or schedule.next_at is None or schedule.next_at > now:
            return None
        due, following = _due(schedule, now)
        last = due[-1]
        is_last = following is None or following.moment > now
        missed = due[:-1] if is_last else due
        Occurrence.objects.bulk_create(
            [_skipped(schedule, date, MISSED) for date in missed], ignore_conflicts=True
        )
        made = _dealt_with(schedule, last, following, now) if is_last else None
        if following is None:
            _end(schedule)
        else:
            schedule.next_at = following.moment
            schedule.save(update_fields=["next_at"])
        return made


def _due(schedule: Schedule, now: datetime) -> tuple[list[Date], Date | None]:
    """Return the dates that have come, as many as are dealt with at once, and the one after."""
    due: list[Date] = []
    assert schedule.next_at is not None
    for date in dates(schedule.rule, ZoneInfo(schedule.time_zone), schedule.begins_at):
        if date.moment < schedule.next_at:
            continue
        if date.moment > now or len(due) == MOST_AT_ONCE:
            return due, date
        due.append(date)
    return due, None


def _skipped(schedule: Schedule, date: Date, reason: str) -> Occurrence:
    return Occurrence(
        schedule=schedule,
        local=date.local.isoformat(),
        at=date.moment,
        status=Occurrence.Status.SKIPPED,
        reason=reason,
    )


def _dealt_with(
    schedule: Schedule, date: Date, following: Date | None, now: datetime
) -> Tournament | None:
    """Make the tournament of a date, or note why not."""
    if Occurrence.objects.filter(schedule=schedule, local=date.local.isoformat()).exists():
        return None
    is_late = now - date.moment > ON_TIME
    opens = now if is_late else date.moment
    begins = opens + timedelta(minutes=schedule.start_after_minutes or 0)
    if is_late and following is not None and begins >= following.moment:
        reason = f"{MISSED} It would have begun only when the next one does."
        _skipped(schedule, date, reason).save()
        return None
    try:
        with transaction.atomic():
            tournament = _made(schedule, date, opens)
    except Problem as problem:
        _skipped(schedule, date, f"It could not be made: {problem.detail}").save()
        return None
    Occurrence.objects.create(
        schedule=schedule,
        local=date.local.isoformat(),
        at=date.moment,
        status=Occurrence.Status.MADE,
        reason=f"{MISSED} It was made up for." if is_late else "",
        tournament=tournament,
        settled=schedule.start_after_minutes is None,
    )
    return tournament


def _made(schedule: Schedule, date: Date, opens: datetime) -> Tournament:
    if not schedule.owner.is_active:
        raise Problem("forbidden", "Its owner is no longer here.")
    by = in_name_of(schedule.owner)
    template = plan_of(schedule.template)
    plan = dated(template, date.local, opens, schedule.start_after_minutes)
    tournament = create_tournament(plan=plan, by=by)
    players = Player.objects.filter(is_active=True).in_bulk(schedule.entrants)
    there = [players[UUID(one)] for one in schedule.entrants if UUID(one) in players]
    add_entrants(tournament, there)
    return do_act(
        tournament_id=tournament.id,
        act=Act.OPEN_REGISTRATION,
        by=by,
        reason=f"By schedule {schedule.id}.",
    )


def start_scheduled(*, tournament_id: UUID) -> bool:
    """Start a tournament of a schedule whose time has come, or cancel it where it cannot be.

    Say whether it was started. It is tried once, so what an organiser does about it later stays.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True)
        tournament = locked.filter(pk=tournament_id).first()
        occurrence = Occurrence.objects.filter(tournament=tournament_id, settled=False).first()
        if tournament is None or occurrence is None or tournament.start_at is None:
            return False
        if tournament.start_at > database_now():
            return False
        occurrence.settled = True
        has_started = False
        if tournament.state in {State.REGISTRATION, State.REGISTRATION_CLOSED}:
            blocking = list(_started(tournament))
            has_started = not blocking
            if blocking:
                occurrence.reason = " ".join([*filter(None, [occurrence.reason]), *blocking])
        occurrence.save(update_fields=["settled", "reason"])
        return has_started


def _started(tournament: Tournament) -> Iterator[str]:
    """Start a tournament; where that is not possible cancel it, and yield why."""
    owner = tournament.organisers.select_related("player").get(role="owner").player
    by = in_name_of(owner)
    try:
        do_act(tournament_id=tournament.pk, act=Act.START, by=by, reason="Its time has come.")
    except Problem as problem:
        if problem.code != "conflict":
            raise
        blocking = problem.extra.get("blocking") or [problem.detail]
        reason = " ".join(blocking)
        do_act(tournament_id=tournament.pk, act=Act.CANCEL, by=by, reason=reason)
        yield from blocking
