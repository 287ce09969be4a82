# DOS League: one image for the web, the workers and the scheduler; see docs/operations.md.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin league
WORKDIR /srv/dosleague

# Before the code, so that a change of code does not install them anew.
COPY requirements.lock ./
RUN pip install --quiet --require-hashes --requirement requirements.lock

COPY manage.py pyproject.toml LICENSE ./
COPY dosleague ./dosleague
COPY games ./games
COPY tournaments ./tournaments

ENV DOS_LEAGUE_VAR=/var/lib/dosleague \
    DOS_LEAGUE_STATIC=/srv/static \
    WEB_BIND=0.0.0.0:8000
# The key signs nothing: collecting files needs one to be there.
RUN mkdir --parents "$DOS_LEAGUE_VAR" "$DOS_LEAGUE_STATIC" \
    && DJANGO_SECRET_KEY=unused python manage.py collectstatic --no-input --verbosity=0 \
    && chown league "$DOS_LEAGUE_VAR"

# docker build --build-arg REVISION="$(git rev-parse --short HEAD)"
ARG REVISION=""
ENV DOS_LEAGUE_REVISION=$REVISION

USER league
EXPOSE 8000
CMD ["python", "-m", "gunicorn", "--config=python:dosleague.gunicorn"]
