"""Acts of the administration: it is shown what an act would do, then it is done, with a reason.

An act goes through the same service as the API's, which judges it anew when it is confirmed. What
was confirmed is what was shown: where the form was changed meanwhile it is shown again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse

from dosleague.api.problems import Problem
from dosleague.audit import Author, author_of

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

MOST_AT_ONCE: Final = 20
"""How many rows an act is previewed for."""
MOST_REASON: Final = 500
_TEMPLATE: Final = "dosleague/act.html"

Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an act would do to a row, and what is in its way, in sentences."""

    would: Sequence[str] = ()
    blocking: Sequence[str] = ()


class ActForm(forms.Form):
    """What every act asks for. The fields of a subclass are what an act needs besides."""

    reason = forms.CharField(
        max_length=MOST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 80}),
        help_text="It goes into the log, where it stays: name nobody.",
    )


class NumbersField(forms.CharField):
    """Whole numbers with commas between, as a tuple.

    >>> NumbersField().clean("2, 1")
    (2, 1)
    """

    def to_python(self, value: Any) -> Any:
        """Return the numbers of a text."""
        text = str(super().to_python(value))
        words = [word.strip() for word in text.split(",")] if text else []
        if not all(word.isascii() and word.isdigit() and len(word) <= 9 for word in words):
            raise forms.ValidationError("Whole numbers with commas between, such as 2, 1.")
        return tuple(int(word) for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedAct:
    """An act on rows of one kind.

    `foresee` tells what it would do to one, and may raise Problem for what is in its way;
    `carry_out` does it. Both get the row, what `form` asked for, and who acts. `done` is said of
    each row in the end, `about` tells of one before. One with `is_single` is for one row at a time.
    """

    name: str
    label: str
    done: str
    foresee: Callable[[Any, Asked, Author], Preview]
    carry_out: Callable[[Any, Asked, Author], object]
    about: Callable[[Any], Sequence[str]] = lambda _: ()
    form: type[ActForm] = ActForm
    is_single: bool = False


class ForSuperusers(ModelAdmin):
    """An admin whose previewed acts are for superusers; members of staff look."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Say whether somebody may act at all; Django offers the acts to nobody else."""
        return bool(request.user.is_active and request.user.is_superuser)


def action(act: PreviewedAct) -> Callable[..., TemplateResponse | None]:
    """Return an act as an action of an admin for superusers."""

    def run(
        modeladmin: ForSuperusers, request: HttpRequest, rows: QuerySet[Any]
    ) -> TemplateResponse | None:
        return _answered(act, modeladmin, request, rows)

    run.__name__ = run.__qualname__ = act.name
    decorate = admin.action(description=act.label, permissions=["act"])
    found: Callable[..., TemplateResponse | None] = decorate(run)
    return found


def _answered(
    act: PreviewedAct, modeladmin: ForSuperusers, request: HttpRequest, rows: QuerySet[Any]
) -> TemplateResponse | None:
    most = 1 if act.is_single else MOST_AT_ONCE
    chosen = list(rows[: most + 1])
    if len(chosen) > most:
        told = f"{act.label}: choose {'one row' if most == 1 else f'{most} rows at most'}."
        modeladmin.message_user(request, told, messages.ERROR)
        return None
    by = _author(request)
    step = request.POST.get("step", "")
    form = act.form(request.POST if step else _beginnings(act.form))
    asked = _asked(form)
    is_as_shown = asked is not None and request.POST.get("shown") == _told(asked)
    if step == "confirm" and asked is not None and is_as_shown and form.is_valid():
        for row in chosen:
            _carry_out(modeladmin, request, row, act.done, partial(act.carry_out, row, asked, by))
        return None
    previews = [None if asked is None else _foreseen(act, row, asked, by) for row in chosen]
    if step != "confirm":
        form.errors.pop("reason", None)
    context = {
        **modeladmin.admin_site.each_context(request),
        "opts": modeladmin.opts,
        "title": act.label,
        "act": act,
        "form": form if step or asked is not None else act.form(),
        "rows": [
            (row, act.about(row), preview) for row, preview in zip(chosen, previews, strict=True)
        ],
        "may_confirm": any(one is not None and not one.blocking for one in previews),
        "shown": "" if asked is None else _told(asked),
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, _TEMPLATE, context)


def _author(request: HttpRequest) -> Author:
    sender = author_of(request, "admin")
    return Author(sender.player, sender.address, sender.channel, is_operator=True)


def _beginnings(form: type[ActForm]) -> dict[str, Any]:
    """Return what a form holds before anybody has filled it in."""
    return {name: field.initial for name, field in form.base_fields.items() if field.initial}


def _asked(form: ActForm) -> Asked | None:
    """Return what a form holds, the reason empty where there is none; None where it is wrong."""
    return None if set(form.errors) - {"reason"} else {"reason": "", **form.cleaned_data}


def _told(asked: Asked) -> str:
    """Return what tells apart what was shown from what is confirmed."""
    return repr(sorted((name, value) for name, value in asked.items() if name != "reason"))


def _foreseen(act: PreviewedAct, row: Any, asked: Asked, by: Author) -> Preview:
    try:
        return act.foresee(row, asked, by)
    except Problem as problem:
        return Preview(blocking=_blocking(problem))


def _carry_out(
    modeladmin: ForSuperusers, request: HttpRequest, row: Model, done: str, do: Callable[[], object]
) -> None:
    try:
        do()
    except Problem as problem:
        told = " ".join(dict.fromkeys([problem.detail, *_blocking(problem)]))
        modeladmin.message_user(request, f"{row}: {told}", messages.ERROR)
    else:
        modeladmin.message_user(request, f"{row}: {done}", messages.SUCCESS)


def _blocking(problem: Problem) -> list[str]:
    """Return what a refusal tells to be in the way."""
    faults = [f"{fault['pointer']}: {fault['detail']}" for fault in problem.errors or ()]
    return [str(one) for one in problem.extra.get("blocking") or faults or [problem.detail]]
