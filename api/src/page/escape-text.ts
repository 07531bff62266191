import { escapeToBuffer } from 'hono/utils/html'

/** For text and for attributes in quotes. Not Hono's `html` tag: the formatter would add white space inside it. */
export function escapeText(text: string): string {
  const escaped: [string] = ['']
  escapeToBuffer(text, escaped)
  return escaped[0]
}
