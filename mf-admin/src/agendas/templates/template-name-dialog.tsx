import { agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { TextField } from '@portal/shared-ui/field'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import type { Act } from '../../shared/use-act.ts'

type TemplateNameDialogProps = {
  title: string
  verb: string
  /** The name so far; empty for a new template. */
  stored: string
  act: Act
  hint?: string
  onName: (name: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the name of a template, new or stored. */
export function TemplateNameDialog(props: TemplateNameDialogProps) {
  const { title, verb, stored, act, hint, onName, onClose, children } = props
  const [typed, setTyped] = useState(stored)
  const name = typed.trim()
  return (
    <FormDialog
      title={title}
      verb={verb}
      unsaved={typed !== stored}
      busy={act.busy}
      disabled={name === '' || name.length > agendaTemplateLimits.name}
      refused={act.refused}
      onSubmit={() => onName(name)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={typed}
        onChange={setTyped}
        maxLength={agendaTemplateLimits.name}
        autoComplete="off"
        hint={hint}
      />
      {children}
    </FormDialog>
  )
}
