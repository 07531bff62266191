import { isolated } from '@portal/domain/shown-text'
import type { UploadedPaper } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { useRenameUpload } from './uploads-queries.ts'

type RenameUploadDialogProps = { paper: UploadedPaper; onClose: () => void }

export function RenameUploadDialog({ paper, onClose }: RenameUploadDialogProps) {
  const { toast } = usePortal()
  const rename = useAct(useRenameUpload(), {
    done: () => {
      toast('Paper renamed', { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'The paper could not be renamed. Please try again.',
  })
  const [name, setName] = useState(paper.document.name)
  const wanted = name.trim()
  return (
    <FormDialog
      title={`Rename ${isolated(paper.document.name)}`}
      verb="Rename"
      unsaved={wanted !== paper.document.name}
      busy={rename.busy}
      disabled={wanted === '' || wanted === paper.document.name}
      refused={rename.refused}
      onSubmit={() => void rename.act({ paper, name: wanted })}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} autoComplete="off" />
    </FormDialog>
  )
}
