import { isolated } from '@portal/domain/shown-text'
import { type AgendaTemplate, agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useAct } from '../../shared/use-act.ts'
import { templateFailure, useTemplateChanges } from './template-queries.ts'

type RenameTemplateDialogProps = { template: AgendaTemplate; onClose: () => void }

export function RenameTemplateDialog({ template, onClose }: RenameTemplateDialogProps) {
  const rename = useAct(useTemplateChanges().rename, { done: onClose, failure: templateFailure })
  const [name, setName] = useState(template.name)
  return (
    <FormDialog
      title={`Rename ${isolated(template.name)}`}
      verb="Rename"
      unsaved={name !== template.name}
      busy={rename.busy}
      disabled={name.trim() === '' || name.trim().length > agendaTemplateLimits.name}
      refused={rename.refused}
      onSubmit={() => void rename.act({ template, name: name.trim() })}
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
