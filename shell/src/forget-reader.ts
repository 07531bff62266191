import { forgetPapers } from '@portal/shared-ui/read-papers'
import type { QueryClient } from '@tanstack/react-query'

/** The device's and the tab's own settings stay: how high the viewer is, which releases worked. */
const settings = /^portal\./

/** At sign-out nothing that was read stays on the device. */
export function forgetReader(queries: QueryClient): void {
  queries.clear()
  forgetPapers()
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (!settings.test(key)) storage.removeItem(key)
  }
}
