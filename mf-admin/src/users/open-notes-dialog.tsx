import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LockKeyholeOpen } from 'lucide-react'
import { useState } from 'react'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { openRecordsKey, useOpenRecords } from './user-queries.ts'
import { userMessageTime, userErrorMessage } from './users-sentences.ts'

type Props = { user: User; name: string }

/** For people whose notes are closed since an admin set their password, and who have no second factor to confirm with. */
export function OpenNotesButton({ user, name }: Props) {
  const [asked, setAsked] = useState(false)
  if (user.closedRecords?.until !== 'admin') return null
  return (
    <>
      <Button icon={<LockKeyholeOpen />} onClick={() => setAsked(true)}>
        Open notes<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      {asked && <OpenNotesDialog user={user} name={name} onClose={() => setAsked(false)} />}
    </>
  )
}

function OpenNotesDialog({ user, name, onClose }: Props & { onClose: () => void }) {
  const { toast } = usePortal()
  const client = useQueryClient()
  const open = useOpenRecords()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const mayOpen = user.closedRecords?.mayOpen ?? false

  const confirm = async () => {
    // Pressed twice, before the button could show that it is busy.
    if (client.isMutating({ mutationKey: openRecordsKey }) > 0) return
    setRefused(undefined)
    try {
      await open.mutateAsync(user.uid)
      toast(`The notes of ${name} are open to them again.`, {
        kind: 'good',
        duration: userMessageTime,
      })
      onClose()
    } catch (error) {
      if (!endRights(error)) setRefused(userErrorMessage(error, 'edit user'))
    }
  }

  if (!mayOpen) {
    return (
      <Dialog
        open
        size="small"
        title="Another admin has to confirm"
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <div className={bodyStyles.body}>
          <WhyClosed name={name} />
          <p>
            You had a part in it, so it can’t be you. If there is no other admin, your operator can
            do it with a command: <code>portal notes open</code>.
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open
      title={`Is it ${name} who signs in?`}
      verb={`Yes, it’s ${name}`}
      busy={open.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <WhyClosed name={name} />
        <p>
          Ask {name} first, in person or by phone. They see that it was you who confirmed. You don’t
          see their notes.
        </p>
      </div>
    </ConfirmDialog>
  )
}

function WhyClosed({ name }: { name: string }) {
  return (
    <p>
      An admin has set the password of {name}. So that no admin can read somebody’s notes by signing
      in as them, these are closed until a second admin confirms.
    </p>
  )
}
