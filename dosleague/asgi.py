import os
import warnings
from typing import cast

from django.core.asgi import get_asgi_application

from dosleague.api.asgi import Application, limit_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dosleague.settings")

# WhiteNoise hands its files out as synchronous iterators. They are small, so Django may read each
# in one go.
warnings.filterwarnings(
    "ignore", message="StreamingHttpResponse must consume synchronous iterators"
)

application = limit_bodies(cast(Application, get_asgi_application()))
