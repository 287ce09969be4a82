"""Players: people, clients and bots, in one table. The user model."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower

from dosleague.ids import new_id


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; names are looked up whatever their case."""

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player of a name, whatever its case."""
        return self.get(name__iexact=username)

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Return a new player; without a password nobody can sign in as it."""
        player = self.model(name=name, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Return a new administrator."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person, a client's bot or a built-in bot.

    `bot` names the built-in bot that plays for a player of kind `bot`; `owner` is whose client a
    player of kind `client` is.
    """

    class Kind(models.TextChoices):
        HUMAN = "human"
        CLIENT = "client"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=30, unique=True)
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.HUMAN)
    owner = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="clients"
    )
    bot = models.CharField(max_length=30, blank=True, default="")
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (models.UniqueConstraint(Lower("name"), name="player_name_whatever_case"),)

    def __str__(self) -> str:
        return self.name
