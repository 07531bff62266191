import { usePortal } from '@portal/remote-kit/portal'
import { type ReactNode } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
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
  const withdrawal = useAct(withdrawing, {
    done: () => {
      toast(done, { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
  })
  return (
    <ActDialog
      of={withdrawal}
      title={`${verb}?`}
      verb={verb}
      danger
      onConfirm={() => void withdrawal.act(id)}
      onClose={onClose}
    >
      <p>{children}</p>
    </ActDialog>
  )
}
