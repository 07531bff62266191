import { memberViewParameter, memberViewText } from '@portal/contract/member-view'
import { boardId } from '@portal/domain/bodies'
import { bodyOfMeeting, meetingOf } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { buttonStyle } from '@portal/shared-ui/button'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { Eye } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { firstRelease, ownerOf } from '../composition.ts'
import { useHost } from '../host.ts'
import { memberViewKey, returnAddress } from './member-view-request.ts'

import styles from './view-as-member.module.css'

/** On an admin screen, the link to the page that it is about, as members will see it. */
export function ViewAsMember() {
  const { composition } = useHost()
  const { pathname } = useLocation()
  const owner = ownerOf(composition, pathname)
  const isAdminScreen = owner && firstRelease(composition, owner)?.audience === 'admins'
  return isAdminScreen && <MembersPageLink owner={owner} />
}

function MembersPageLink({ owner }: { owner: string }) {
  const { loader } = useHost()
  const portal = usePortal()
  const address = useLocation()
  const { value } = useLoaded(useCallback(() => loader.load(owner), [loader, owner]))
  // An older release doesn't say which page its screens are about.
  const page = value?.remote.membersPage?.(address, portal) ?? '/'
  // A link rather than a button, so that it can be opened in another tab. It opens a new document in any case.
  return (
    <a
      href={`${page}?${memberViewParameter}=${firstView(page)}`}
      className={`${buttonStyle()} ${styles.link}`}
      title="View as a member"
      onClick={() => {
        returnAddress.keep(address)
        addEventListener('pageshow', forgetOnReturn)
      }}
    >
      <Eye aria-hidden="true" /> <span>View as a member</span>
    </a>
  )
}

/** A committee's meeting as its members see it; any other page as any member does. */
function firstView(page: string): string {
  const meeting = meetingOf(page.split('/')[2] ?? '')
  const body = meeting && bodyOfMeeting(meeting)
  const whose = body === undefined || body === boardId ? {} : { viewsAsMemberOf: body }
  return memberViewText({ viewsAs: 'member-drafts', ...whose })!
}

/** The browser's Back shows this page again without loading it. */
function forgetOnReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) sessionStorage.removeItem(memberViewKey)
}
