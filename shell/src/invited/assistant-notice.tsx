import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { UsersRound } from 'lucide-react'

/** Above every page of an assistant: for whom they read. */
export function AssistantNotice() {
  const { displayName, email, assists } = usePortal().person
  if (assists === undefined) return null
  return (
    <aside aria-label="For whom you read">
      <Banner kind="plain" icon={<UsersRound aria-hidden="true" />}>
        You are signed in as <b>{displayName ?? email}</b> for <b>{assists}</b>. You see what is for
        everybody in their meetings, and nothing private to them.
      </Banner>
    </aside>
  )
}
