"""The settings of the service, read from the environment.

With nothing set it runs on one machine: SQLite and a secret key of its own, both kept in `var/`.

- `DATABASE_URL`: `sqlite:///file`, `sqlite:////absolute/file` or `postgresql://user@host/name`
- `DJANGO_SECRET_KEY`: the signing key; without it one is made and kept in `var/secret_key`
- `DJANGO_DEBUG`: 1 shows error pages with their causes; never where others can reach it
- `DJANGO_ALLOWED_HOSTS`: the host names it answers to, with commas between
- `DOS_LEAGUE_VAR`: another folder in place of `var/`
"""

import os
from functools import partial
from pathlib import Path

from django.utils.functional import SimpleLazyObject

from dosleague import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / os.environ.get("DOS_LEAGUE_VAR", "var")

# Lazy: commands that sign nothing make no key.
SECRET_KEY = SimpleLazyObject(partial(environment.secret_key, VAR_DIR / "secret_key"))
DEBUG = environment.flag("DJANGO_DEBUG")
ALLOWED_HOSTS = environment.names("DJANGO_ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")

INSTALLED_APPS = ["dosleague", "games", "tournaments"]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]

ROOT_URLCONF = "dosleague.urls"
ASGI_APPLICATION = "dosleague.asgi.application"
WSGI_APPLICATION = "dosleague.wsgi.application"

# Never ATOMIC_REQUESTS: each service opens the one transaction it needs.
if "DATABASE_URL" in os.environ:
    DATABASES = {"default": environment.database(os.environ["DATABASE_URL"], root=BASE_DIR)}
else:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES = {"default": environment.database("sqlite:///league.sqlite3", root=VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
