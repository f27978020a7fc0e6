"""Each widget: a presenter (a Sight and the state of the screen in, a frozen model out) and a view (a model in)."""
