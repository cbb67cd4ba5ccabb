"""The same three figures in the idiom that Panel's users know best, to compare with."""
