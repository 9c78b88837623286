"""Record → verdict. Every check is named, and one that can't run says so."""

from fairseed.verification.bundles import verify_bundle
from fairseed.verification.rounds import verify_record
from fairseed.verification.trust import Trust, kept_answers, kept_receipts
from fairseed.verification.verdict import BUNDLE_CHECKS, ROUND_CHECKS, Check, Verdict
from fairseed.verification.writing import make_record

__all__ = [
    "BUNDLE_CHECKS",
    "ROUND_CHECKS",
    "Check",
    "Trust",
    "Verdict",
    "kept_answers",
    "kept_receipts",
    "make_record",
    "verify_bundle",
    "verify_record",
]
