"""An administrator at the desk: acts are looked at, then done, as a browser would."""

import html
from typing import Any, Final

from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.models import Player

WHY: Final = "The hall closes early."


def browser(player: Player, **options: Any) -> Client:
    """Return the browser of somebody who has signed in."""
    client = Client(**options)
    client.force_login(player)
    return client


class Desk:
    """The list of one kind of rows, before a superuser or somebody else."""

    def __init__(self, model: type[Model], client: Client | None = None) -> None:
        self.client = client or browser(Player.objects.create_superuser("Root-1"))
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        self.address = reverse(name)

    def send(self, act: str, *rows: Model, **fields: Any) -> Any:
        """Send the act as the list or the page between would, and return the answer."""
        chosen = [str(row.pk) for row in rows]
        sent = {"action": act, "_selected_action": chosen, **fields}
        return self.client.post(self.address, sent, follow=True)

    def look(self, act: str, *rows: Model, **fields: Any) -> Any:
        """Return the page that tells what an act would do."""
        answer = self.send(act, *rows, **({"step": "preview", **fields} if fields else {}))
        assert answer.status_code == 200
        assert "dosleague/act.html" in [one.name for one in answer.templates], told(answer)
        return answer

    def do(self, act: str, *rows: Model, reason: str = WHY, **fields: Any) -> list[str]:
        """Look, confirm, and return what is said then."""
        shown = self.look(act, *rows, **fields).context["shown"]
        answer = self.send(act, *rows, step="confirm", reason=reason, shown=shown, **fields)
        return told(answer)


def told(answer: Any) -> list[str]:
    """Return the messages of a page."""
    return [str(message) for message in answer.context["messages"]]


def text(answer: Any) -> str:
    """Return a page as it is read."""
    return html.unescape(answer.content.decode())
