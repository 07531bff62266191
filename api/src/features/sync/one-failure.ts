import { Refusal } from '../../refusal.ts'
import { isTransient } from './back-off.ts'

export type FileFailure = { name: string; error: unknown }

/** Error codes of an unreadable file. Failures of the portal's own storage have other codes. */
const fileErrorCodes = new Set([
  'EACCES',
  'EPERM',
  'EIO',
  'EISDIR',
  'ENOENT',
  'notFound',
  'forbidden',
  'tooLarge',
])

/** How many files may fail despite retries before the drive itself counts as unavailable. */
const maxFailures = 2

/** Whether a failure concerns only one file, so that the others can still be synced. */
export function isOfOneFile(error: unknown, before: FileFailure[]): boolean {
  // Google permanently fails to export some documents, with the same error as an outage.
  if (isTransient(error))
    return before.filter((failure) => isTransient(failure.error)).length < maxFailures
  return error instanceof Error && 'code' in error && fileErrorCodes.has(String(error.code))
}

/** One message for all files that failed. */
export function combinedFailure(failures: FileFailure[]): Refusal {
  const { name, error } = failures[0]!
  const others = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  const why = error instanceof Refusal ? ` (${error.message})` : ''
  const message = `“${name}”${others} could not be read from the drive${why}; everything else is synced.`
  return new Refusal('unavailable', message, { cause: error })
}
