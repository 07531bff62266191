import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { adminPaths } from '../admin-paths.ts'

/** `/admin/meetings` leads to the agenda's admin, and carries its query and message along. */
export function Component() {
  const { search, state } = useLocation()
  return <Redirect to={`${adminPaths.agenda()}${search}`} state={state} />
}
