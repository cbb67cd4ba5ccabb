"""Explorer "Estimate": three ways to estimate a KL, live."""
