"""Redraws plain-zero.woff2: the zero of Atkinson Hyperlegible Next without its slash.

The font has no other zero. Its slash separates two inner outlines, which this joins, at every
weight and for both widths. Needs Debian's python3-fonttools and python3-brotli:
python3 shared-ui/fonts/draw-plain-zero.py, after the packages of this repository are installed.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

SHARED_UI = Path(__file__).resolve().parent.parent
FONT = 'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'

font = TTFont(SHARED_UI / FONT, recalcTimestamp=False)

# The copyright and license (SIL Open Font License 1.1) stay in the file.
options = Options(
    layout_features=['tnum'], name_IDs=[0, 1, 2, 13, 14], hinting=False, notdef_outline=False
)
options.drop_tables += ['GPOS', 'GDEF', 'MVAR', 'STAT', 'gasp']
subsetter = Subsetter(options)
subsetter.populate(unicodes=[ord('0')])
subsetter.subset(font)

glyf, gvar = font['glyf'], font['gvar']
zero = glyf['zero']
points, ends, flags = zero.getCoordinates(glyf)
assert list(ends) == [15, 26, 38], 'The font draws its zero differently, so this no longer fits.'


def meeting_of(before, start, end, after):
    """Where the tangents of two curves meet: the control point of the curve that joins them."""
    (ax, ay), (bx, by) = (
        (start[0] - before[0], start[1] - before[1]),
        (after[0] - end[0], after[1] - end[1]),
    )
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (dx * by - dy * bx) / (ax * by - ay * bx)
    return round(start[0] + along * ax), round(start[1] + along * ay)


# The lower left outline ends at point 19 and begins again at 20, the upper right one at 27 and 28.
RIGHT, LEFT = 'right', 'left'
order = [*range(16), *range(16, 20), RIGHT, *range(28, 39), 27, LEFT, *range(20, 27)]
joints = {RIGHT: (18, 19, 28, 29), LEFT: (38, 27, 20, 21)}


def in_order(values, joint):
    """The values of the old points for the new ones."""
    return [values[at] if isinstance(at, int) else joint(*joints[at]) for at in order]


old = list(points)
zero.coordinates = GlyphCoordinates(
    in_order(old, lambda *at: meeting_of(*(old[one] for one in at)))
)
zero.flags = bytearray(in_order(list(flags), lambda *at: 0))
zero.endPtsOfContours = [15, len(order) - 1]
zero.numberOfContours = 2

for variation in gvar.variations['zero']:
    moves = variation.coordinates

    def between(_, start, end, __):
        return tuple(round((moves[start][axis] + moves[end][axis]) / 2) for axis in (0, 1))

    # The last four belong to the glyph's box.
    variation.coordinates = in_order(moves, between) + moves[-4:]

font.flavor = 'woff2'
font.save(SHARED_UI / 'fonts/plain-zero.woff2')
