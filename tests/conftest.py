"""What holds for every test: a busy machine is no fault, so no example has a deadline."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
