"""What holds for every test: hypothesis sets no time limits (CONTRIBUTING.md)."""

from hypothesis import settings

settings.register_profile("fairseed", deadline=None)
settings.load_profile("fairseed")
