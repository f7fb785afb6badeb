"""The headers that keep a page safe; every answer has them, whoever in the server gives it."""

from collections.abc import Mapping

from sandtable.server.base.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
ONLY_HTTPS = ("strict-transport-security", f"max-age={365 * 24 * 3600}")
"""A browser that has seen this does not try plain http again for a year."""


def headers_for(settings: Settings, scheme: str) -> dict[str, str]:
    """The headers of an answer to a request that came this way."""
    only_https = settings.public_https and settings.came_by_https(scheme)
    return {**HEADERS, **(dict([ONLY_HTTPS]) if only_https else {})}
