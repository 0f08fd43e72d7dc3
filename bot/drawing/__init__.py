"""From values to pictures. Only this package paints; nothing in it decides who may see what.

A painter takes a frozen value and gives a :class:`Picture`; the :class:`Renderer`
runs it in its worker. Importing the package does not load the painting library.
"""

from __future__ import annotations

from bot.drawing.painter import painter_of
from bot.drawing.picture import Picture
from bot.drawing.renderer import PainterBusy, Renderer

__all__ = ["PainterBusy", "Picture", "Renderer", "painter_of"]
