/** In px, from the frame's upper edge and the viewer's left one. */
type Span = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

/** Room for the handles of a selection on a touch screen. */
const touchGap = 40
const mouseGap = 8

/**
 * Where the bar is: below the selected words, so that neither they nor the system's own menu above them are covered;
 * above them if there is no room; else at the bottom.
 */
export function barPlace(
  selection: Span,
  frame: Size & { left: number },
  bar: Size,
  isTouch: boolean,
): { top: number; left: number } {
  const gap = isTouch ? touchGap : mouseGap
  const middle = (selection.left + selection.right - bar.width) / 2
  const left = Math.max(frame.left, Math.min(middle, frame.left + frame.width - bar.width))
  const below = selection.bottom + gap
  const above = selection.top - gap - bar.height
  if (below + bar.height <= frame.height) return { top: Math.max(0, below), left }
  if (above >= 0 && !isTouch) return { top: above, left }
  return { top: Math.max(0, frame.height - bar.height), left }
}
