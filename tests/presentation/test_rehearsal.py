"""A question that nobody sees, before the first."""

from sayso.presentation import rehearsal
from sayso.presentation.presenter import Presenter
from support.bare_window import BareWindow


def test_nothing_of_it_is_told_to_anybody() -> None:
    window = BareWindow()
    presenter = Presenter(rehearsal.model(), rehearsal.Nobody(), window.view, window, window)
    presenter.painted(over_button=False)
    presenter.end()
    assert window.told == [("reading", None)]


def test_it_looks_like_no_question() -> None:
    model = rehearsal.model()
    said = {model.title, model.message, model.details, model.approve.label}
    assert said == {"Aa"}
