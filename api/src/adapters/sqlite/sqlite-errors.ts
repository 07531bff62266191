import { Refusal } from '../../refusal.ts'

/** SQLite's primary result codes, https://sqlite.org/rescode.html */
const busy = 5
const readOnly = 8
const ioError = 10
const corrupt = 11
const full = 13
const cantOpen = 14
const notDatabase = 26

/** Maps a disk or file error to a refusal; refusals and programming errors are returned unchanged. */
export function sqliteRefusal(error: unknown): unknown {
  const code = resultCode(error)
  if (code === full) {
    const detail = 'Nothing was saved: the server’s storage is full.'
    return new Refusal('storageFull', detail, { cause: error })
  }
  if (code === readOnly) {
    const detail = 'Nothing was saved: the server’s storage is read-only.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  if (code === busy || code === ioError || code === cantOpen) {
    const detail = 'The server’s database can’t be reached at the moment.'
    return new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
  }
  if (code === corrupt || code === notDatabase) {
    return damagedRefusal(error)
  }
  return error
}

export function damagedRefusal(cause: unknown): Refusal {
  const detail = 'The server’s database is damaged. It must be restored from a backup.'
  return new Refusal('unavailable', detail, { cause })
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === busy
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  // The upper bytes contain the extended code.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
