"""What the app costs and how fast it is, measured beside the plain idiom: ``python -m bench``."""
