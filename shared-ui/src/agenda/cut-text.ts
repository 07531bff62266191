/**
 * Texts longer than the first limit are truncated to the second at the end of a word, so that the
 * button pays off.
 */
const long = 200
const kept = 130

/** A text's beginning, and the rest that is shown on demand. */
export function cutText(text: string): { head: string; rest: string } {
  if (text.length <= long) return { head: text, rest: '' }
  const space = text.lastIndexOf(' ', kept)
  const end = space > 0 ? space : kept
  return { head: text.slice(0, end), rest: text.slice(end) }
}
