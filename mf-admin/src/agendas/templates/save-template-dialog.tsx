import { agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { ItemsPreview } from './items-preview.tsx'
import { type CopiedAgenda, templateFailure, useTemplateChanges } from './template-queries.ts'

type SaveTemplateDialogProps = { copied: CopiedAgenda; onClose: () => void }

/** Asks for the name of a new template. */
export function SaveTemplateDialog({ copied, onClose }: SaveTemplateDialogProps) {
  const { toast } = usePortal()
  const { create } = useTemplateChanges()
  const endRights = useEndRights()
  const [id] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()

  const submit = async () => {
    setRefused(undefined)
    try {
      const saved = await create.mutateAsync({ id, name: name.trim(), ...copied })
      toast(`Template saved: ${saved.name}`, { kind: 'good', duration: 2000 })
      onClose()
    } catch (error) {
      if (!endRights(error)) setRefused(templateFailure(error))
    }
  }

  return (
    <FormDialog
      title="Save as template"
      verb="Save template"
      unsaved={name !== ''}
      busy={create.isPending}
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
        hint="What other admins look for: Regular meeting, Annual meeting."
      />
      <ItemsPreview label="Items of the template" draft={copied.draft} />
    </FormDialog>
  )
}
