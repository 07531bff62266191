import { parseQuarter } from '@portal/domain/quarter'
import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation, useParams } from '@portal/remote-kit/router'
import { adminPaths } from '../admin-paths.ts'

/** Redirects the mappings’ other addresses to their one screen, with the quarter of the path or the query. */
export function Component() {
  const { year, quarter } = useParams()
  const { search } = useLocation()
  const named = parseQuarter(year, quarter)
  const to = adminPaths.mappings(named)
  return <Redirect to={year === undefined ? `${to}${search}` : to} />
}
