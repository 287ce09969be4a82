"""The settings of the service, read from the environment.

With nothing set it runs on one machine: SQLite and a secret key of its own, both kept in `var/`.

- `DATABASE_URL`: `sqlite:///file`, `sqlite:////absolute/file` or `postgresql://user@host/name`
- `DJANGO_SECRET_KEY`: the signing key; without it one is made and kept in `var/secret_key`
- `DJANGO_DEBUG`: 1 shows error pages with their causes; never where others can reach it
- `DJANGO_ALLOWED_HOSTS`: the host names it answers to, with commas between
- `DOS_LEAGUE_VAR`: another folder in place of `var/`
- `DOS_LEAGUE_STATIC`: the folder that `collectstatic` has filled; without it each app's own is used
- `DOS_LEAGUE_HTTPS`: 1 behind a proxy that speaks HTTPS and sets `X-Forwarded-Proto`
- `REDIS_URL`: `redis://host/0`, the broker between processes; without it work stays in one process
- `RATE_TURNS`, `RATE_WRITES`, `RATE_READS`, `RATE_RULES`, `RATE_SIGN_UP`, `RATE_SIGN_IN`: how often
  one caller may, as `600/min`; `THROTTLING=off` lifts all of them, for benches
- `TRUSTED_PROXIES`: how many proxies before us write `X-Forwarded-For`; with 0 nobody's is believed
- `LOG_LEVEL`: `INFO`; `DEBUG` logs every request, not the failed ones alone
- `METRICS_TOKEN`: a bearer token for `/metrics`, for the system that collects them
"""

import os
from functools import partial
from pathlib import Path

from django.utils.functional import SimpleLazyObject
from kombu import Exchange, Queue

from dosleague import environment
from dosleague.api import logs
from dosleague.version import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / os.environ.get("DOS_LEAGUE_VAR", "var")

# Lazy: commands that sign nothing make no key.
SECRET_KEY = SimpleLazyObject(partial(environment.secret_key, VAR_DIR / "secret_key"))
DEBUG = environment.flag("DJANGO_DEBUG")
ALLOWED_HOSTS = environment.names("DJANGO_ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
    "dosleague",
    "games",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
AUTH_USER_MODEL = "games.Player"

MIDDLEWARE = [
    "dosleague.api.middleware.RequestContext",
    "dosleague.operations.middleware.measured",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "dosleague.pages.Sessions",
    "dosleague.pages.Common",
    "dosleague.pages.Csrf",
    "dosleague.pages.Authentication",
    "dosleague.pages.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "dosleague" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Collected files bear a hash of their content in their names; from a checkout nothing is collected.
STATIC_URL = "static/"
STATIC_ROOT = os.environ.get("DOS_LEAGUE_STATIC") or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# The proxy's word on the scheme is believed only where there is said to be one.
if environment.flag("DOS_LEAGUE_HTTPS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # asked from inside, past the proxy
    SECURE_HSTS_SECONDS = 31_536_000
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

ROOT_URLCONF = "dosleague.urls"
ASGI_APPLICATION = "dosleague.asgi.application"
WSGI_APPLICATION = "dosleague.wsgi.application"

# Never ATOMIC_REQUESTS: each service opens the one transaction it needs.
if "DATABASE_URL" in os.environ:
    DATABASES = {"default": environment.database(os.environ["DATABASE_URL"], root=BASE_DIR)}
else:
    environment.make_folder(VAR_DIR)
    DATABASES = {"default": environment.database("sqlite:///league.sqlite3", root=VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# The admin's forms may be as large; what each path of the API may get is its view's `body_limit`.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
CSRF_FAILURE_VIEW = "dosleague.api.errors.csrf_failure"
REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "dosleague.api.errors.exception_handler",
    "DEFAULT_AUTHENTICATION_CLASSES": ["dosleague.api.tokens.BearerAuthentication"],
    "DEFAULT_PARSER_CLASSES": ["dosleague.api.json.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["dosleague.api.json.FastJSONRenderer"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "dosleague.api.schema.inspector.DocumentedSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "DOS League",
    "DESCRIPTION": "Games, bots, tournaments and ratings of the card game DOS. Clients ignore "
    "fields and event types that they do not know. In a request an unknown field is refused, a "
    "whole number is written without a fraction, and no string holds NUL.",
    "VERSION": VERSION,
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SORT_OPERATIONS": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

LOGGING = logs.logging_settings(environment.log_level())
# They would tell of every task and every start; what fails they still tell.
LOGGING["loggers"] |= {name: {"level": "WARNING"} for name in ("celery", "uvicorn")}
logs.configure()

REDIS_URL = environment.redis_url()
CACHES = {
    "default": {
        "BACKEND": "dosleague.api.counters.CountingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "dosleague",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
THROTTLING = environment.flag("THROTTLING", default=True)
# Requests in seconds: of a player or an address; signing up and in by the address, in also by name.
THROTTLE_RATES = {
    "turns": environment.rate("RATE_TURNS", default="600/min"),
    "writes": environment.rate("RATE_WRITES", default="300/min"),
    "reads": environment.rate("RATE_READS", default="1200/min"),
    "rules": environment.rate("RATE_RULES", default="120/min"),
    "sign_up": environment.rate("RATE_SIGN_UP", default="10/h"),
    "sign_in": environment.rate("RATE_SIGN_IN", default="10/min"),
}
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", default=0, least=0)
# Threads of a web process; half of them may wait for news of a game.
WEB_THREADS = environment.number("WEB_THREADS", default=16, least=1)
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# A task is delivered at least once and may run twice: its message is dropped when it has ended, not
# when it begins. What a killed worker held is looked for every second and comes again after the
# visibility timeout, which has to be longer than any task may take.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 60,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "max_retries": 0,  # a request does not wait for a dead broker; the sweep sends again
        "socket_timeout": 10,  # longer than the second that a worker waits for its next message
    }
    if REDIS_URL
    else {"polling_interval": 0.02}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 15
CELERY_TASK_TIME_LIMIT = 20
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_REDIRECT_STDOUTS = False
# A worker keeps its database connection; how old it may grow, and whether it still works, is looked
# at before each task (`dosleague.celery`).
CELERY_DB_REUSE_MAX = 1_000_000_000

# `clock` has workers of its own, so that no flood of bots delays a deadline.
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name)
    for name in ("clock", "bots", "ratings", "tournaments")
]
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_ROUTES = {
    "games.time_out": {"queue": "clock"},
    "games.sweep": {"queue": "clock"},
    "games.lapse": {"queue": "clock"},
    "games.play_bot": {"queue": "bots"},
    "games.play_autopilot": {"queue": "bots"},
    "games.rate": {"queue": "ratings"},
    "games.conclude": {"queue": "ratings"},
    "games.housekeeping": {"queue": "ratings"},
    "tournaments.sweep": {"queue": "clock"},
    "tournaments.look_at_the_clock": {"queue": "clock"},
    "tournaments.advance": {"queue": "tournaments"},
    "tournaments.open_season": {"queue": "tournaments"},
    "tournaments.keep_schedule": {"queue": "tournaments"},
    "tournaments.start_scheduled": {"queue": "tournaments"},
    "tournaments.withdraw_erased": {"queue": "tournaments"},
}
# A sweep that waited for half a minute is dropped: younger ones stand behind it.
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.sweep",
        "schedule": 1.0,
        "options": {"queue": "clock", "expires": 30},
    },
    "tournaments": {
        "task": "tournaments.sweep",
        "schedule": 1.0,
        "options": {"queue": "clock", "expires": 30},
    },
    "tournament_clock": {
        "task": "tournaments.look_at_the_clock",
        "schedule": 1.0,
        "options": {"queue": "clock", "expires": 30},
    },
    "housekeeping": {
        "task": "games.housekeeping",
        "schedule": 600.0,
        "options": {"queue": "ratings", "expires": 600},
    },
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # nothing to remember between two runs
