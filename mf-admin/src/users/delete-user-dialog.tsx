import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useState } from 'react'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { useDeleteUser } from './user-queries.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

type DeleteUserDialogProps = { user: User; onClose: () => void; onDeleted: () => void }

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { toast } = usePortal()
  const remove = useDeleteUser()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const name = user.displayName || user.email

  const confirm = async () => {
    if (remove.isPending) return
    setRefused(undefined)
    try {
      await remove.mutateAsync(user.uid)
      toast(userSentences.deleted, { kind: 'good', duration: userMessageTime })
      onDeleted()
    } catch (error) {
      if (!endRights(error)) setRefused(userErrorMessage(error, 'delete user'))
    }
  }

  return (
    <ConfirmDialog
      open
      title="Delete User Account"
      verb={`Delete ${name}`}
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <p>
          The account of <strong>{name}</strong>
          {name !== user.email && ` (${user.email})`} is deleted for good, and its owner is signed
          out everywhere at once. An account that is only to rest can be disabled instead.
        </p>
      </div>
    </ConfirmDialog>
  )
}
