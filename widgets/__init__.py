"""Controls and pictures: what the reader sees and moves. No mathematics is computed here."""
