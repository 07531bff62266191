/** A part has two kinds of files, script and style, and either may need a second try. */
const tries = 3

/**
 * Runs a load, and runs it again when a file of it didn't come. Besides a lost packet this mends what a
 * browser does with a preload that failed: it hands the failure to the first request for that file, unasked.
 * `attempt` counts from 0.
 */
export async function loadAgain<T>(load: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load(attempt)
    } catch (error) {
      if (attempt + 1 === tries || !isFileMissing(error)) throw error
    }
  }
}

/** Not after a time limit: whoever waited that long is told. */
function isFileMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (/ScriptNetworkError/.test(error.message) || error.name === 'FileMissing') return true
  return error.name === 'ChunkLoadError' && (error as { type?: string }).type !== 'timeout'
}
