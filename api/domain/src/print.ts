/**
 * Control characters, which terminals act on, and characters that are invisible or change the direction of the text
 * around them. JSON's own notation for them keeps a line of JSON valid.
 */
// oxlint-disable-next-line no-control-regex -- these are what must be shown
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** One line of text for a terminal or a log: what can't be seen is shown as `\u001b`. */
export function printable(line: string): string {
  return line.replaceAll(hidden, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/**
 * Prints lines on the terminal. Commands print in no other way: what they print may quote what others have stored or
 * sent, which could otherwise erase, hide or add lines.
 */
export function print(...lines: string[]): void {
  console.log(lines.map(printable).join('\n'))
}

/** Prints lines on the standard error stream. */
export function printError(...lines: string[]): void {
  console.error(lines.map(printable).join('\n'))
}

/** An unexpected error as lines: its message is one line, regardless of what it quotes, and then its stack. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const title = `${error.name}: ${error.message}`
  const { stack = title } = error
  const frames = stack.startsWith(title) ? stack.slice(title.length) : stack
  const own = [title, ...frames.split('\n').filter((frame) => /^\s+at /.test(frame))]
  return error.cause === undefined ? own : [...own, ...causeLines(error.cause)]
}

function causeLines(cause: unknown): string[] {
  const [title = '', ...frames] = errorLines(cause)
  return [`Caused by ${title}`, ...frames]
}
