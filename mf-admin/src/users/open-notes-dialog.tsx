import { isolated } from '@portal/domain/shown-text'
import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LockKeyholeOpen } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { useAct } from '../shared/use-act.ts'
import { useOpenRecords } from './user-queries.ts'
import { userMessageTime, userErrorMessage } from './users-sentences.ts'

type Props = { user: User; name: string }

/** For people whose notes are closed since an admin set their password, and who have no second factor to confirm with. */
export function OpenNotesButton({ user, name }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (user.closedRecords?.until !== 'admin') return null
  return (
    <>
      <Button icon={<LockKeyholeOpen />} onClick={() => setIsOpen(true)}>
        Open notes<VisuallyHidden> of {isolated(name)}</VisuallyHidden>
      </Button>
      {isOpen && <OpenNotesDialog user={user} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OpenNotesDialog({ user, name, onClose }: Props & { onClose: () => void }) {
  const { toast } = usePortal()
  const open = useAct(useOpenRecords(), {
    done: () => {
      toast(`The notes of ${isolated(name)} are open to them again.`, {
        kind: 'good',
        duration: userMessageTime,
      })
      onClose()
    },
    failure: (error) => userErrorMessage(error, 'edit user'),
  })
  const mayOpen = user.closedRecords?.mayOpen ?? false

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
    <ActDialog
      of={open}
      title={`Is it ${isolated(name)} who signs in?`}
      verb={`Yes, it’s ${isolated(name)}`}
      onConfirm={() => void open.act(user.uid)}
      onClose={onClose}
    >
      <WhyClosed name={name} />
      <p>
        Ask {isolated(name)} first, in person or by phone. They see that it was you who confirmed.
        You don’t see their notes.
      </p>
    </ActDialog>
  )
}

function WhyClosed({ name }: { name: string }) {
  return (
    <p>
      An admin has set the password of {isolated(name)}. So that no admin can read somebody’s notes
      by signing in as them, these are closed until a second admin confirms.
    </p>
  )
}
