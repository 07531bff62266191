import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import type { ReactNode } from 'react'
import type { Act } from '../use-act.ts'
import bodyStyles from './dialog-body.module.css'
import { RefusalBanner } from './refusal-banner.tsx'

type ActDialogProps = {
  of: Act
  open?: boolean
  title: string
  /** The action including its object: "Delete Maria Lopez". */
  verb: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before an act, and stays open with the reason if that fails. */
export function ActDialog({
  of,
  open = true,
  onConfirm,
  onClose,
  children,
  ...question
}: ActDialogProps) {
  return (
    <ConfirmDialog
      {...question}
      open={open}
      busy={of.busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={of.refused} />
        {children}
      </div>
    </ConfirmDialog>
  )
}
