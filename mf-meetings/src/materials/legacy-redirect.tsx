import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { legacyTarget } from './legacy-address.ts'

/** An address of the portal before. Its entry in the history becomes the new one's, so that Back goes on. */
export function Component() {
  return <Redirect to={legacyTarget(useLocation())} />
}
