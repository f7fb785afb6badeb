"""The tables with their people: who sits, who is here, what they may do, when sand runs."""
