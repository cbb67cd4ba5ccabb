"""The served page: it assembles the explorers and computes nothing."""
