"""Catalogues: `<language>/LC_MESSAGES/fairseed-verify.po` is the source, `.mo` is compiled of it."""
