"""Seats, trick, scores and the facts of the deal."""
