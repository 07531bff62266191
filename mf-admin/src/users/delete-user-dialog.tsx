import type { User } from '@portal/contract/users'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { useDeleteUser } from './user-queries.ts'
import { userErrorMessage, userMessageTime, userSentences } from './users-sentences.ts'

type DeleteUserDialogProps = { user: User; onClose: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { toast } = usePortal()
  const deletion = useAct(useDeleteUser(), {
    done: () => {
      toast(userSentences.deleted, { kind: 'good', duration: userMessageTime })
      onDeleted()
    },
    failure: (error) => userErrorMessage(error, 'delete user'),
  })
  const name = user.displayName || user.email

  return (
    <ActDialog
      of={deletion}
      title="Delete User Account"
      verb={`Delete ${isolated(name)}`}
      danger
      onConfirm={() => void deletion.act(user.uid)}
      onClose={onClose}
    >
      <p>
        The account of <strong>{name}</strong>
        {name !== user.email && ` (${user.email})`} is deleted for good with its own notes and what
        it has read, and its owner is signed out everywhere at once. An account that is only to rest
        can be disabled instead.
      </p>
    </ActDialog>
  )
}
