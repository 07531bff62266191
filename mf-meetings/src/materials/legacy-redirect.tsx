import { Redirect } from '@portal/remote-kit/redirect'
import { useLocation } from '@portal/remote-kit/router'
import { legacyTarget } from './legacy-address.ts'

/** An address of the previous portal. Its history entry is replaced, so that Back works. */
export function Component() {
  return <Redirect to={legacyTarget(useLocation())} />
}
