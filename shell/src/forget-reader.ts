import { forgetPapers } from '@portal/shared-ui/read-papers'
import type { QueryClient } from '@tanstack/react-query'

/** The device's own settings stay: how the menu stands, how large the text is, which releases worked. */
const settings = /^portal\./

/** At sign-out nothing that was read stays on the device. */
export function forgetReader(queries: QueryClient): void {
  queries.clear()
  forgetPapers()
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) {
    if (!settings.test(key)) localStorage.removeItem(key)
  }
}
