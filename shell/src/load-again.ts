import { fileMissing } from '@portal/shared-ui/load-code'

/**
 * Runs a load, and once more when a file of it didn't come: besides a lost packet this mends what a browser
 * does with a preload that failed, which it hands to the first request for that file, unasked. The second
 * time, `again` is true, and files have to be asked for by another address.
 */
export async function loadAgain<T>(load: (again: boolean) => Promise<T>): Promise<T> {
  try {
    return await load(false)
  } catch (error) {
    if (!isFileMissing(error)) throw error
    return await load(true)
  }
}

/** The federation runtime tells a script that didn't come by a word in its message alone. */
export function isFileMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === fileMissing || error.message.includes('ScriptNetworkError'))
  )
}
