import { printable } from '@portal/domain/print'

type LogFields = Record<string, unknown>

/** Structured lines for the operator. Never a token, a password or a document's content. */
export type Log = {
  info: (msg: string, fields?: LogFields) => void
  warn: (msg: string, fields?: LogFields) => void
  error: (msg: string, fields?: LogFields & { cause?: unknown }) => void
}

type Level = 'info' | 'warn' | 'error'

/** One JSON object a line. */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  const at =
    (level: Level) =>
    (msg: string, fields: LogFields = {}) => {
      const { cause, ...rest } = fields
      const entry = { time: now().toISOString(), level, msg, ...rest }
      const whole = cause === undefined ? entry : { ...entry, cause: describe(cause) }
      // Log viewers and terminals act on characters that JSON leaves as they are.
      write(printable(JSON.stringify(whole)))
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** An error's name, message, stack and causes, as plain values. */
function describe(cause: unknown, depth = 0): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : String(cause)
  const inner =
    cause.cause !== undefined && depth < 4 ? describe(cause.cause, depth + 1) : undefined
  return {
    name: cause.name,
    message: cause.message,
    stack: cause.stack,
    ...(inner === undefined ? {} : { cause: inner }),
  }
}
