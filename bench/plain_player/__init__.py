"""The live sampler in the idiom that comes to mind first, one message per tick."""
