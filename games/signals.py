"""What the games app tells whoever listens."""

from django.dispatch import Signal

game_finished = Signal()
"""A game has finished or was aborted: `game_id`, and the id of its `tournament` or None.

Sent from a task, once or more for each game.
"""
player_erased = Signal()
"""An account was erased: `player_id`. Sent once, after the commit."""
