import { Refusal } from '../../refusal.ts'

/** SQLite's primary result codes, https://sqlite.org/rescode.html */
const busy = 5
const readOnly = 8
const ioError = 10
const corrupt = 11
const full = 13
const cantOpen = 14
const notDatabase = 26

/** A fault of disk or file as a refusal; refusals and defects stay what they are. */
export function asRefusal(error: unknown): unknown {
  const code = resultCode(error)
  if (code === full) {
    const detail = 'Nothing could be saved: the server’s storage is full.'
    return new Refusal('storageFull', detail, { cause: error })
  }
  if (code === readOnly) {
    const detail = 'Nothing could be saved: the server’s storage is read-only.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  if (code === busy || code === ioError || code === cantOpen) {
    const detail = 'The server’s database can’t be reached at the moment.'
    return new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
  }
  if (code === corrupt || code === notDatabase) {
    const detail = 'The server’s database is damaged: it has to be restored from a backup.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  return error
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === busy
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  // The upper bytes hold the extended code.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
