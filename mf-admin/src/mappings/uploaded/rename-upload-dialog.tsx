import type { UploadedPaper } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { useRenameUpload } from './uploads-queries.ts'

type RenameUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

export function RenameUploadDialog({ paper, onClose }: RenameUploadDialogProps) {
  const { toast } = usePortal()
  const endRights = useEndRights()
  const rename = useRenameUpload()
  const [name, setName] = useState(paper.document.name)
  const wanted = name.trim()
  const refused = rename.error
    ? (errorMessage(rename.error) ?? 'The paper could not be renamed. Please try again.')
    : undefined
  return (
    <FormDialog
      title={`Rename ${paper.document.name}`}
      verb="Rename"
      unsaved={wanted !== paper.document.name}
      busy={rename.isPending}
      disabled={wanted === '' || wanted === paper.document.name}
      refused={refused}
      onSubmit={() =>
        rename.mutate(
          { paper, name: wanted },
          {
            onSuccess: () => {
              toast('Paper renamed', { kind: 'good' })
              onClose()
            },
            onError: (error) => void endRights(error),
          },
        )
      }
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} autoComplete="off" />
    </FormDialog>
  )
}
