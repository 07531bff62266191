import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { adminPaths } from '../admin-paths.ts'

/** `/admin/meetings` redirects to the agenda's admin, with its query and message. */
export function Component() {
  const { search, state } = useLocation()
  return <Redirect to={`${adminPaths.agenda()}${search}`} state={state} />
}
