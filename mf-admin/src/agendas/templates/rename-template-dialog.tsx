import { type AgendaTemplate, agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { templateFailure, useTemplateChanges } from './template-queries.ts'

type RenameTemplateDialogProps = { template: AgendaTemplate; onClose: () => void }

export function RenameTemplateDialog({ template, onClose }: RenameTemplateDialogProps) {
  const { rename } = useTemplateChanges()
  const endRights = useEndRights()
  const [name, setName] = useState(template.name)
  const [refused, setRefused] = useState<string>()
  const submit = async () => {
    setRefused(undefined)
    try {
      await rename.mutateAsync({ template, name: name.trim() })
      onClose()
    } catch (error) {
      if (!endRights(error)) setRefused(templateFailure(error))
    }
  }
  return (
    <FormDialog
      title={`Rename ${template.name}`}
      verb="Rename"
      unsaved={name !== template.name}
      busy={rename.isPending}
      disabled={name.trim() === '' || name.trim().length > agendaTemplateLimits.name}
      refused={refused}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={agendaTemplateLimits.name}
        autoComplete="off"
      />
    </FormDialog>
  )
}
