"""The package of the verifier's page: a second implementation, so it imports nothing of the project.

This version has no page; `fairseed-verify` is the verifier.
"""
