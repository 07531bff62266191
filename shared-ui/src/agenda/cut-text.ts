/** Longer texts are cut, to so many characters at the end of a word; a cut must be worth its button. */
const long = 200
const kept = 130

/** A text's beginning, and the rest that is shown when it is asked for. */
export function cutText(text: string): { head: string; rest: string } {
  if (text.length <= long) return { head: text, rest: '' }
  const space = text.lastIndexOf(' ', kept)
  const end = space > 0 ? space : kept
  return { head: text.slice(0, end), rest: text.slice(end) }
}
