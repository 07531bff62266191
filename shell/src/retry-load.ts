import { fileMissing } from '@portal/shared-ui/load-code'

/**
 * Runs a load, and repeats it once if a file failed to load. Apart from lost packets, this covers failed preloads,
 * which browsers return for the first request of the file. In the second attempt `again` is true, and files must be
 * requested by another address.
 */
export async function retryLoad<T>(load: (again: boolean) => Promise<T>): Promise<T> {
  try {
    return await load(false)
  } catch (error) {
    if (!isFileMissing(error)) throw error
    return await load(true)
  }
}

/** The federation runtime marks a script that failed to load only by a word in its message. */
export function isFileMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === fileMissing || error.message.includes('ScriptNetworkError'))
  )
}
