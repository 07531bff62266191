/** A complete iCalendar file (RFC 5545) from its content lines. */
export function icsText(lines: string[]): string {
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** A text as a property's value. */
export function icsValue(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n')
}

/** `2026-11-20` and `09:00` without separators. */
export const withoutSeparators = (text: string): string => text.replace(/[-:]/g, '')

/** At most 75 octets per line; continuation lines begin with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > 74) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += character
    size += bytes
  }
  return [...parts, part].join('\r\n ')
}
