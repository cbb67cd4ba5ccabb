"""The exact core: toy language models and what KL-regularised RL does to them."""
