import { usePortal } from '@portal/remote-kit/portal'
import { Navigate } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import { currentQuarter } from '../quarter-address.ts'

/** `/meetings` is today's quarter, by the foundation's clocks. */
export function Component() {
  const { config } = usePortal()
  return <Navigate replace to={meetingsPaths.quarter(currentQuarter(config.foundation.timeZone))} />
}
