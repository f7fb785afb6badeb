"""Where a match's seed comes from, and the promise that it was not changed afterwards."""

import hashlib
import secrets


def draw_seed() -> int:
    """A seed that nobody can guess. This is the only place where chance comes in from outside."""
    return secrets.randbits(128)


def commitment(seed: int) -> str:
    """Published when the match begins; when the seed is published at the end, anybody can check it.

    It is SHA-256 of the seed's decimal digits: `printf 7 | sha256sum` for seed 7.
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()
