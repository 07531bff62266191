/** A text with marked parts, as a search snippet has it. */
export type MarkedText = { text: string; marks: { start: number; end: number }[] }
export type SnippetPart = { text: string; marked: boolean; start: number }

/**
 * A snippet as its marked and unmarked parts, in order. Overlapping and overshooting marks are
 * clipped.
 */
export function snippetParts({ text, marks }: MarkedText): SnippetPart[] {
  const parts: SnippetPart[] = []
  let at = 0
  const add = (end: number, marked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), marked, start: at })
    at = Math.max(at, end)
  }
  for (const { start, end } of marks) {
    add(Math.min(start, text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return parts
}
