"""What the service answers when it refuses (RFC 9457 problem documents, docs/spec/record.md section 5)."""

from __future__ import annotations

from typing import Any, Final

from fairseed.derivation import FairseedError

# code → (HTTP status, title). Every code is described in docs/operations.md.
CODES: Final = {
    "bad_json": (400, "The body is not strict JSON"),
    "bad_query": (400, "The query is not understood"),
    "idempotency_key_missing": (400, "The call needs an Idempotency-Key"),
    "unauthorized": (401, "The call needs a valid API key"),
    "forbidden": (403, "The API key does not allow this call"),
    "not_found": (404, "There is no such thing"),
    "not_revealed": (404, "The server seed is not revealed yet"),
    "method_not_allowed": (405, "The path does not take this method"),
    "seeds_exist": (409, "The player has seeds already"),
    "no_active_pair": (409, "The player has no active seed pair"),
    "round_open": (409, "A round of the pair is still open"),
    "stale_action": (409, "The round has another number of actions"),
    "illegal_action": (409, "The action is not legal now"),
    "seat_taken": (409, "There is no such seat to take"),
    "client_seed_reused": (409, "The client seed was used before"),
    "pair_exhausted": (409, "The pair has no nonce left: rotate"),
    "insufficient_chips": (409, "The player has not enough chips"),
    "idempotency_in_flight": (409, "A call with this Idempotency-Key is still running"),
    "body_too_large": (413, "The body is too large"),
    "unsupported_media_type": (415, "The body must be application/json"),
    "invalid_field": (422, "A field is not valid"),
    "unknown_field": (422, "A field is not known"),
    "idempotency_key_reused": (422, "The Idempotency-Key belongs to another call"),
    "limits": (422, "A number or setting is outside the limits"),
    "max_payout": (422, "The bet's greatest return is too high"),
    "rate_limited": (429, "Too many calls of this kind"),
    "internal": (500, "The service failed; nothing was changed"),
    "busy": (503, "The service is busy; try again"),
    "not_ready": (503, "The service is not ready"),
}


class Problem(FairseedError):
    """A refused call. Whatever the transaction had done is rolled back."""

    def __init__(self, code: str, field: str, rule: str, /, **values: object) -> None:
        super().__init__(field, rule, **values)
        self.code = code
        self.status, self.title = CODES[code]

    def document(self) -> dict[str, Any]:
        return {
            "type": f"urn:fairseed:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "field": self.field,
            "detail": str(self),
        }
