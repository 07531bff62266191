import { Link, useLocation } from '@portal/remote-kit/router'
import type { ComponentProps } from 'react'

type MeetingLinkProps = Omit<ComponentProps<typeof Link>, 'replace' | 'state'>

/** A link within the meeting. It replaces the history entry, so Back leads to where the meeting was opened. */
export function MeetingLink(props: MeetingLinkProps) {
  const { state } = useLocation() as { state: unknown }
  return <Link {...props} replace state={state} />
}
