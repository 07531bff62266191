/** A content line: unfolded, with the number of its first line in the file, from 1. */
export type IcsLine = { number: number; text: string }

/**
 * The content lines of a file. Lines may be folded anywhere, even inside a character, so they are joined as bytes
 * before they are decoded. Lines end with CRLF, LF or CR.
 */
export function contentLines(bytes: Uint8Array): IcsLine[] {
  const lines: IcsLine[] = []
  const physical = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u{EF}\u{BB}\u{BF}/u, '')
  for (const [index, text] of physical.split(/\r\n|\n|\r/).entries()) {
    const before = lines.at(-1)
    if (before && /^[ \t]/.test(text)) before.text += text.slice(1)
    else lines.push({ number: index + 1, text })
  }
  return lines
    .filter(({ text }) => /[!-~]/.test(text))
    .map(({ number, text }) => ({ number, text: Buffer.from(text, 'latin1').toString('utf8') }))
}
