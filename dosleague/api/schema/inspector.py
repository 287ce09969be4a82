"""Turns what is said beside the views into an OpenAPI document."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import uritemplate
from drf_spectacular.drainage import warn
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

from dosleague.api.schema.operations import BEARER
from dosleague.api.schema.shapes import Component

_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "dl_…",
    "description": "A token of `POST /players` or `POST /tokens`; the names beside it are scopes.",
}


class DocumentedSchema(AutoSchema):
    """Writes a view's operation from what `documented` says; nothing is guessed."""

    def get_operation(
        self,
        path: str,
        path_regex: str,
        path_prefix: str,
        method: str,
        registry: ComponentRegistry,
    ) -> dict[str, Any] | None:
        """Return the operation, its components registered; None for a view that says nothing."""
        operation = getattr(self.view, "operations", {}).get(method.lower())
        if operation is None:
            warn(f"{method} {path} is not documented.")
            return None
        scheme = ResolvedComponent(
            BEARER, ResolvedComponent.SECURITY_SCHEMA, schema=_SCHEME, object=BEARER
        )
        registry.register_on_missing(scheme)
        in_path = [_path_parameter(name) for name in uritemplate.variables(path)]
        found: dict[str, Any] = _referred(operation.document(in_path), registry)
        return found


def _path_parameter(name: str) -> dict[str, Any]:
    noun = name.removesuffix("_id").replace("_", " ")
    is_id = noun != name
    told = f"The id of the {noun}; one of another form is not found." if is_id else f"Its {noun}."
    schema = {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "description": told, "schema": schema}


def _referred(value: Any, registry: ComponentRegistry) -> Any:
    """Return a value with its components registered and referred to."""
    if isinstance(value, Component):
        component = ResolvedComponent(value.name, value.section, object=value.name)
        if component not in registry:
            registry.register(component)
            component.schema = _referred(value.value, registry)
        return component.ref
    if isinstance(value, Mapping):
        return {key: _referred(inner, registry) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_referred(inner, registry) for inner in value]
    return value


@cache
def openapi_document() -> dict[str, Any]:
    """Return the document of every documented view."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document
