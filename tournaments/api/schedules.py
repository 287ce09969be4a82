"""Schedules: tournaments that come again and again."""

from http import HTTPStatus

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from dosleague.api.pagination import PAGING, list_response
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import StrictCharField, StrictIntegerField, StrictSerializer
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from tournaments.api.asked_players import PlayerBody, asked_players
from tournaments.api.callers import author
from tournaments.api.schema.schedules import (
    CREATE_SCHEDULE,
    END_SCHEDULE,
    LIST_OCCURRENCES,
    LIST_SCHEDULES,
    LONGEST_RULE,
    LONGEST_WAIT,
    MOST_ENTRANTS,
    SHOW_SCHEDULE,
)
from tournaments.api.tournaments import TournamentBody, planned
from tournaments.models import Schedule
from tournaments.selectors.schedules import occurrence_shape, schedule_shape
from tournaments.services.asked_players import below
from tournaments.services.schedules import SchedulePlan, create_schedule, end_schedule

_NEWEST = (("at", "desc"), ("id", "desc"))


class ScheduleBody(StrictSerializer):
    template = TournamentBody()
    rule = StrictCharField(max_length=LONGEST_RULE)
    time_zone = StrictCharField(max_length=64)
    start_after_minutes = StrictIntegerField(
        min_value=0, max_value=LONGEST_WAIT, required=False, allow_null=True, default=None
    )
    entrants = serializers.ListField(
        child=PlayerBody(), required=False, max_length=MOST_ENTRANTS, default=list
    )


def found_schedule(schedule_id: str) -> Schedule:
    """Return a schedule; raises Problem `not_found`."""
    schedule = Schedule.objects.select_related("owner").filter(pk=parse_id(schedule_id)).first()
    if schedule is None:
        raise Problem("not_found", "There is no such schedule.")
    return schedule


@documented(get=LIST_SCHEDULES, post=CREATE_SCHEDULE)
class SchedulesView(ApiView):
    """All schedules."""

    allowed_query = PAGING

    def get(self, request: Request) -> HttpResponseBase:
        """List schedules, the newest first."""
        schedules = Schedule.objects.select_related("owner")
        return list_response(schedules, request, render=schedule_shape)

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Make a schedule that the caller owns."""
        body = ScheduleBody.read(request.data)
        with below("/template"):
            template = planned(body["template"])
        plan = SchedulePlan(
            template=template,
            rule=body["rule"],
            time_zone=body["time_zone"],
            entrants=asked_players(body["entrants"], "/entrants"),
            start_after_minutes=body["start_after_minutes"],
        )
        made = create_schedule(plan=plan, by=author(request, "organise"))
        location = {"Location": f"/api/v1/schedules/{made.id}"}
        return answer(schedule_shape(made), HTTPStatus.CREATED, location)


@documented(get=SHOW_SCHEDULE, delete=END_SCHEDULE)
class ScheduleView(ApiView):
    """One schedule."""

    def get(self, request: Request, schedule_id: str) -> HttpResponse:
        """Return a schedule."""
        return answer(schedule_shape(found_schedule(schedule_id)))

    def delete(self, request: Request, schedule_id: str) -> HttpResponse:
        """End a schedule."""
        end_schedule(schedule_id=parse_id(schedule_id), by=author(request, "organise"))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)


@documented(get=LIST_OCCURRENCES)
class OccurrencesView(ApiView):
    """The dates of a schedule that have come."""

    allowed_query = PAGING

    def get(self, request: Request, schedule_id: str) -> HttpResponseBase:
        """List dates, the newest first, each with what came of it."""
        occurrences = found_schedule(schedule_id).occurrences.all()
        return list_response(occurrences, request, order=_NEWEST, render=occurrence_shape)
