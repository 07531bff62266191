import { isolated } from '@portal/domain/shown-text'
import { agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useAct } from '../../shared/use-act.ts'
import { ItemsPreview } from './items-preview.tsx'
import { type CopiedAgenda, templateFailure, useTemplateChanges } from './template-queries.ts'

type SaveTemplateDialogProps = { copied: CopiedAgenda; onClose: () => void }

/** Asks for the name of a new template. */
export function SaveTemplateDialog({ copied, onClose }: SaveTemplateDialogProps) {
  const { toast } = usePortal()
  const create = useAct(useTemplateChanges().create, {
    done: (saved) => {
      toast(`Template saved: ${isolated(saved.name)}`, { kind: 'good', duration: 2000 })
      onClose()
    },
    failure: templateFailure,
  })
  const [id] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')

  return (
    <FormDialog
      title="Save as template"
      verb="Save template"
      unsaved={name !== ''}
      busy={create.busy}
      disabled={name.trim() === '' || name.trim().length > agendaTemplateLimits.name}
      refused={create.refused}
      onSubmit={() => void create.act({ id, name: name.trim(), ...copied })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={agendaTemplateLimits.name}
        autoComplete="off"
        hint="What other admins look for: Regular meeting, Annual meeting."
      />
      <ItemsPreview label="Items of the template" draft={copied.draft} />
    </FormDialog>
  )
}
