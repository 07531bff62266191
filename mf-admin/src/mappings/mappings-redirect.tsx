import { parseQuarter } from '@portal/contract/quarter'
import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation, useParams } from '@portal/remote-kit/router'

/** The mappings’ other addresses lead to their one screen, with the quarter that the path or the query names. */
export function Component() {
  const { year, quarter } = useParams()
  const { search } = useLocation()
  const named = parseQuarter(year, quarter)
  const asked = named ? `?year=${named.year}&quarter=${named.quarter}` : year ? '' : search
  return <Redirect to={`/admin/meetings/resource-mappings${asked}`} />
}
