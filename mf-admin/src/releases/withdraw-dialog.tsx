import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { type ReactNode, useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { releaseErrorMessage } from './release-queries.ts'
import { releaseMessageTime } from './releases-sentences.ts'

type WithdrawDialogProps = {
  /** The action and its object: `Revoke meetings ci`. */
  verb: string
  withdrawing: { mutateAsync: (id: string) => Promise<unknown>; isPending: boolean }
  id: string
  /** The message once it is done. */
  done: string
  onClose: () => void
  /** An explanation of the consequences. */
  children: ReactNode
}

/** Withdraws a token or a trust that lets a team's pipeline release. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { verb, withdrawing, id, done, onClose, children } = props
  const { toast } = usePortal()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const confirm = async () => {
    if (withdrawing.isPending) return
    setRefused(undefined)
    try {
      await withdrawing.mutateAsync(id)
      toast(done, { kind: 'good', duration: releaseMessageTime })
      onClose()
    } catch (error) {
      if (!endRights(error)) {
        setRefused(releaseErrorMessage(error))
      }
    }
  }
  return (
    <ConfirmDialog
      open
      title={`${verb}?`}
      verb={verb}
      danger
      busy={withdrawing.isPending}
      onConfirm={() => void confirm()}
      onCancel={() => {
        if (!withdrawing.isPending) onClose()
      }}
    >
      <RefusalBanner sentence={refused} />
      <p>{children}</p>
    </ConfirmDialog>
  )
}
