import type { PortalExport } from '@portal/contract/portal-exports'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { errorMessage } from '../shared/error-message.ts'
import { useAct } from '../shared/use-act.ts'
import { isRunning, useDeleteExport } from './exports-queries.ts'
import { exportName, exportsSentences } from './exports-words.ts'

type DeleteExportDialogProps = {
  export: PortalExport
  onClose: () => void
  onDeleted: () => void
}

export function DeleteExportDialog({ export: one, onClose, onDeleted }: DeleteExportDialogProps) {
  const { config, toast } = usePortal()
  const deletion = useAct(useDeleteExport(), {
    done: () => {
      toast(exportsSentences.deleted, { kind: 'good' })
      onDeleted()
    },
    failure: (error) => errorMessage(error) ?? exportsSentences.deleteFailed,
  })
  const isStopped = isRunning(one)
  return (
    <ActDialog
      of={deletion}
      title={isStopped ? 'Stop this export?' : 'Delete this export?'}
      verb={isStopped ? 'Stop' : 'Delete'}
      danger
      onConfirm={() => void deletion.act(one.id)}
      onClose={onClose}
    >
      <p>
        The {exportName(one, config.foundation.timeZone)}{' '}
        {isStopped
          ? 'ends, and what has been made of it is deleted.'
          : 'is deleted from the portal. Copies that were downloaded stay.'}{' '}
        The portal’s own papers aren’t touched.
      </p>
    </ActDialog>
  )
}
