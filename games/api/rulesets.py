"""The printings, and rulesets that a client asks for."""

from django.http import HttpResponse
from rest_framework.request import Request

from dosleague.api.problems import Problem, field_error
from dosleague.api.schema.operations import documented
from dosleague.api.views import ApiView, answer
from games.api.schema.rulesets import LIST_RULESETS, SHOW_RULESET
from games.engine.ruleset import (
    RULESETS,
    InvalidRuleset,
    MalformedRuleset,
    Ruleset,
    RulesetUnavailable,
    named_ruleset,
    ruleset_from_json,
    ruleset_from_request,
)


def asked_ruleset(asked: object, pointer: str) -> Ruleset:
    """Return the ruleset of a name, of `{"base", "options"}`, or of the stored form.

    Raises Problem `malformed`, `invalid` or `ruleset_unavailable`.
    """
    if not isinstance(asked, str | dict):
        detail = "A ruleset is a name or an object."
        raise Problem("malformed", detail, errors=[field_error(pointer, "wrong_type", detail)])
    try:
        if isinstance(asked, dict) and "name" in asked:
            return ruleset_from_json(asked)
        return ruleset_from_request(asked)
    except MalformedRuleset as malformed:
        errors = [field_error(pointer + malformed.pointer, "malformed", malformed.detail)]
        raise Problem("malformed", str(malformed), errors=errors) from None
    except RulesetUnavailable as unavailable:
        raise Problem("ruleset_unavailable", str(unavailable)) from None
    except InvalidRuleset as invalid:
        errors = [field_error(f"{pointer}/options/{invalid.option}", "option", invalid.detail)]
        raise Problem("invalid", str(invalid), errors=errors) from None


@documented(get=LIST_RULESETS)
class RulesetsView(ApiView):
    """The printings."""

    def get(self, request: Request) -> HttpResponse:
        """List the rulesets that have a name."""
        return answer({"items": [r.to_json() for r in RULESETS.values()], "next": None})


@documented(get=SHOW_RULESET)
class RulesetView(ApiView):
    """One printing."""

    def get(self, request: Request, name: str) -> HttpResponse:
        """Return a ruleset with every option."""
        try:
            return answer(named_ruleset(name).to_json())
        except RulesetUnavailable as unavailable:
            code = "ruleset_unavailable" if unavailable.is_reserved else "not_found"
            raise Problem(code, str(unavailable)) from None
