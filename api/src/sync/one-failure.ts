import { Refusal } from '../refusal.ts'
import { isPassing } from './back-off.ts'

export type FileFailure = { name: string; error: unknown }

/** Codes of a file that can't be read. Troubles of the portal's own storage come as other refusals. */
const fileTroubles = new Set([
  'EACCES',
  'EPERM',
  'EIO',
  'EISDIR',
  'ENOENT',
  'notFound',
  'forbidden',
  'tooLarge',
])

/** So many files may fail, however often they are asked for, before the drive itself is taken to be out of order. */
const mostUnanswered = 2

/** Whether a failure is that of one file, which needn't keep the others out. */
export function isOfOneFile(error: unknown, before: FileFailure[]): boolean {
  // Google fails to export some documents, today and tomorrow, as if it were out of order.
  if (isPassing(error)) return before.filter((one) => isPassing(one.error)).length < mostUnanswered
  return error instanceof Error && 'code' in error && fileTroubles.has(String(error.code))
}

/** The one sentence about all files that stayed out. */
export function asOneFailure(failures: FileFailure[]): Refusal {
  const { name, error } = failures[0]!
  const others = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  const why = error instanceof Refusal ? ` (${error.message})` : ''
  const sentence = `“${name}”${others} could not be read from the drive${why}; everything else is synced.`
  return new Refusal('unavailable', sentence, { cause: error })
}
