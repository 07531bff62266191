import type { PortalExport } from '@portal/contract/portal-exports'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../shared/error-message.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { isRunning, useDeleteExport } from './exports-queries.ts'
import { exportName, exportsSentences } from './exports-words.ts'

type DeleteExportDialogProps = {
  export: PortalExport
  onClose: () => void
  onDeleted: () => void
}

export function DeleteExportDialog({ export: one, onClose, onDeleted }: DeleteExportDialogProps) {
  const { config, toast } = usePortal()
  const endRights = useEndRights()
  const remove = useDeleteExport()
  const isStopped = isRunning(one)
  const refused = remove.error
    ? (errorMessage(remove.error) ?? exportsSentences.deleteFailed)
    : undefined
  const confirm = () =>
    remove.mutate(one.id, {
      onSuccess: () => {
        toast(exportsSentences.deleted, { kind: 'good' })
        onDeleted()
      },
      onError: (error) => void endRights(error),
    })
  return (
    <ConfirmDialog
      open
      title={isStopped ? 'Stop this export?' : 'Delete this export?'}
      verb={isStopped ? 'Stop' : 'Delete'}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={() => {
        if (!remove.isPending) onClose()
      }}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <p>
          The {exportName(one, config.foundation.timeZone)}{' '}
          {isStopped
            ? 'ends, and what has been made of it is deleted.'
            : 'is deleted from the portal. Copies that were downloaded stay.'}{' '}
          The portal’s own papers aren’t touched.
        </p>
      </div>
    </ConfirmDialog>
  )
}
