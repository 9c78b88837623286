"""What is promised before and proven after: Merkle trees, notes, log entries, receipts, cards, chains.

Implements docs/spec/trust.md and derivation.md sections 6 and 7. No I/O, no clock.
"""

from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, ED25519, SigningKey, VerifierKey, parse_note, sign_note
from fairseed.commitments.policy import Policy
from fairseed.commitments.proofs import BatchProof, LogProof
from fairseed.commitments.receipts import Receipt

__all__ = [
    "COSIGNATURE",
    "ED25519",
    "BatchProof",
    "Checkpoint",
    "CommitmentError",
    "LogProof",
    "Policy",
    "Receipt",
    "SignedCheckpoint",
    "SigningKey",
    "VerifierKey",
    "parse_note",
    "sign_checkpoint",
    "sign_note",
]
