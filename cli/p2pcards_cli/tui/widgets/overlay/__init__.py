"""Something over the page: text to scroll, a menu, a form."""
