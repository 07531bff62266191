import { forgetPapers } from '@portal/shared-ui/read-papers'
import type { QueryClient } from '@tanstack/react-query'

/** The device's and the tab's own settings stay: the viewer's height, which releases worked. */
const settings = /^portal\./

/** Deletes everything that was read from the device at sign-out. */
export function clearReaderData(queries: QueryClient): void {
  queries.clear()
  forgetPapers()
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (!settings.test(key)) storage.removeItem(key)
  }
}
