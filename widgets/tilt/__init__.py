"""Explorer "Tilt": what the leash does to a policy, token by token and response by response."""
