/** A system error's code, such as `ENOENT` or `EACCES`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** For `catch`: returns undefined for a missing file and rethrows any other error. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
