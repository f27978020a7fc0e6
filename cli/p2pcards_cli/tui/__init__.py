"""The full screen: an immutable snapshot, a pure `draw(snapshot, theme, w, h) -> Canvas`, and one prompt_toolkit
control that shows the canvas. Presenters and views know no prompt_toolkit; only `app`, `control` and `run` do."""
