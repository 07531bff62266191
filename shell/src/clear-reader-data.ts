import { uploadsDatabase } from '@portal/remote-kit/uploads-database'
import { forgetPapers } from '@portal/shared-ui/read-papers'
import type { QueryClient } from '@tanstack/react-query'

/** Settings of the device and the tab are kept, such as the viewer's height and which releases worked. */
const settings = /^portal\./

/**
 * Deletes what was read from the device, and what was typed but not saved. `keepUnsaved`: the sign-in has expired, and
 * the same reader is expected to continue; what was read is only stored for the tab.
 */
export function clearReaderData(queries: QueryClient, { keepUnsaved = false } = {}): void {
  queries.clear()
  forgetPapers()
  // Files that an admin was uploading. Deleted once the page, which has the database open, is gone.
  if (!keepUnsaved && typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(uploadsDatabase)
  for (const storage of keepUnsaved ? [sessionStorage] : [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (!settings.test(key)) storage.removeItem(key)
  }
}
