"""The tables with their people: who sits, who is present, what they may do, when sand runs."""
