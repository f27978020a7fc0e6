"""The games: options, answers, scores. Rules know no table and keep no state."""
