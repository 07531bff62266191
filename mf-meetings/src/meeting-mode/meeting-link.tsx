import { Link, useLocation } from '@portal/remote-kit/router'
import type { ComponentProps } from 'react'

type MeetingLinkProps = Omit<ComponentProps<typeof Link>, 'replace' | 'state'>

/** To another choice in the meeting. It replaces the last one, so Back leads to where the meeting was opened. */
export function MeetingLink(props: MeetingLinkProps) {
  const { state } = useLocation() as { state: unknown }
  return <Link {...props} replace state={state} />
}
