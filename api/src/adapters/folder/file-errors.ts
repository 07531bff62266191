/** The system's name for what went wrong with a file: `ENOENT`, `EACCES`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** For `catch`: a file that isn't there is undefined, any other trouble stays one. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
