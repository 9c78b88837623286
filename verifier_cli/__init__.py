"""The command `fairseed-verify`: prints what derivation, games and verification say.

It imports neither the service nor its dependencies, needs no network and no configuration
(docs/spec/record.md section 3).
"""
