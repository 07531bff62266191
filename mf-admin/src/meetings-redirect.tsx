import { Navigate, useLocation } from '@portal/remote-kit/router'

/** `/admin/meetings` leads to the agenda's admin, and carries its query and message along. */
export function Component() {
  const { search, state } = useLocation()
  return <Navigate replace to={`/admin/meeting-agenda${search}`} state={state} />
}
