"""The error of commitments."""

from __future__ import annotations

from fairseed.derivation import FairseedError


class CommitmentError(FairseedError):
    """A note, tile, proof, entry, receipt, opening or link that is malformed or proves nothing."""
