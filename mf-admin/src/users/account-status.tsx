import { isolated } from '@portal/domain/shown-text'
import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Ban, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import styles from './user-dialogs.module.css'
import { useUpdateUser } from './user-queries.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

type AccountProps = { user: User; name: string }

/** Disables and enables an account of either kind, except the admin's own, which the API refuses to disable. */
export function AccountStatusButton({ user, name }: AccountProps) {
  const { person } = usePortal()
  // The dialog shows the account as it was when the dialog opened.
  const [opened, setOpened] = useState<User>()
  if (user.uid === person.uid) return null
  return (
    <>
      <Button
        variant="quiet"
        icon={user.disabled ? <CircleCheck /> : <Ban />}
        onClick={() => setOpened(user)}
      >
        {user.disabled ? 'Enable' : 'Disable'}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {opened && (
        <AccountStatusDialog user={opened} name={name} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

type AccountStatusDialogProps = AccountProps & { onClose: () => void }

/** Asks before an account is disabled or enabled again; the API decides which accounts may be. */
function AccountStatusDialog({ user, name, onClose }: AccountStatusDialogProps) {
  const { toast } = usePortal()
  const update = useAct(useUpdateUser(), {
    done: () => {
      toast(userSentences.updated, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure: (error) => userErrorMessage(error, 'edit user'),
  })
  const verb = user.disabled ? 'Enable' : 'Disable'

  return (
    <ActDialog
      of={update}
      title={`${verb} the account of ${isolated(name)}?`}
      verb={`${verb} ${isolated(name)}`}
      danger={!user.disabled}
      onConfirm={() => void update.act({ uid: user.uid, change: { disabled: !user.disabled } })}
      onClose={onClose}
    >
      {name !== user.email && <p className={styles.email}>{user.email}</p>}
      <p>
        {user.disabled
          ? 'They can sign in again as before, and see what members see.'
          : 'They are signed out everywhere at once and can’t sign in until an admin enables the account again. Nothing of theirs is deleted.'}
      </p>
    </ActDialog>
  )
}
