import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { type ReactNode, useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useRightsEnd } from '../shared/rights/admin-rights.ts'
import { releaseErrorMessage } from './release-queries.ts'
import { messageTime } from './releases-sentences.ts'

type WithdrawDialogProps = {
  /** The act, and what it is done to: `Revoke meetings ci`. */
  verb: string
  withdrawing: { mutateAsync: (id: string) => Promise<unknown>; isPending: boolean }
  id: string
  /** The message once it is done. */
  done: string
  onClose: () => void
  /** What it means. */
  children: ReactNode
}

/** Withdraws what lets a team's pipeline release. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { verb, withdrawing, id, done, onClose, children } = props
  const { toast } = usePortal()
  const endRights = useRightsEnd()
  const [refused, setRefused] = useState<string>()
  const confirm = async () => {
    if (withdrawing.isPending) return
    setRefused(undefined)
    try {
      await withdrawing.mutateAsync(id)
      toast(done, { kind: 'good', duration: messageTime })
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
