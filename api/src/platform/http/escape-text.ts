import { escapeToBuffer } from 'hono/utils/html'

/** Escapes text for HTML content and quoted attributes. Not Hono's `html` tag, in which the formatter adds white space. */
export function escapeText(text: string): string {
  const escaped: [string] = ['']
  escapeToBuffer(text, escaped)
  return escaped[0]
}
