from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from dosleague.api.docs import OpenApiView, docs
from dosleague.operations import views as operations

urlpatterns: list[URLPattern | URLResolver] = [
    # Tried in this order: what is asked for most comes first.
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("healthz", operations.healthz, name="healthz"),
    path("readyz", operations.readyz, name="readyz"),
    path("metrics", operations.metrics, name="metrics"),
    path("version", operations.version, name="version"),
    path("admin/", admin.site.urls),
    path("api/docs", docs, name="docs"),
    path("api/v1/openapi.json", OpenApiView.as_view(), name="openapi"),
]

handler400 = "dosleague.api.errors.handler400"
handler403 = "dosleague.api.errors.handler403"
handler404 = "dosleague.api.errors.handler404"
handler500 = "dosleague.api.errors.handler500"
