"""All text: one place per language. Keys and numbers in, sentences out."""
