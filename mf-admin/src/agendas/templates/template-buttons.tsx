import { agendaTemplateLimits } from '@portal/contract/agenda-templates'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { BookmarkPlus, Library } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useNameOf } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { ItemsPreview } from './items-preview.tsx'
import {
  type CopiedAgenda,
  templateFailure,
  templatesQuery,
  useTemplateChanges,
} from './template-queries.ts'
import { TemplatesDialog } from './templates-dialog.tsx'
import styles from './templates.module.css'

type SaveTemplateDialogProps = { copied: CopiedAgenda; onClose: () => void }

/** Asks for the name of a new template. */
function SaveTemplateDialog({ copied, onClose }: SaveTemplateDialogProps) {
  const { toast } = usePortal()
  const nameOf = useNameOf()
  const create = useAct(useTemplateChanges().create, {
    done: (saved) => {
      toast(`Template saved: ${isolated(saved.name)}`, { kind: 'good', duration: 2000 })
      onClose()
    },
    failure: (error) => templateFailure(error, nameOf),
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

/** Keeps an agenda's items as a template, and opens the list of templates if there are any. */
export function TemplateButtons({ draft, quarter }: CopiedAgenda) {
  const { call } = usePortal()
  const { data: templates = [] } = useQuery(templatesQuery(call))
  const [open, setOpen] = useState<'save' | 'list'>()
  const close = () => setOpen(undefined)
  const hasItems = draft.items.length > 0
  if (!hasItems && templates.length === 0 && !open) return null
  return (
    <div className={styles.buttons}>
      {hasItems && (
        <Button icon={<BookmarkPlus />} onClick={() => setOpen('save')}>
          Save as template
        </Button>
      )}
      {(templates.length > 0 || open === 'list') && (
        <Button variant="quiet" icon={<Library />} onClick={() => setOpen('list')}>
          Templates
        </Button>
      )}
      {open === 'save' && <SaveTemplateDialog copied={{ draft, quarter }} onClose={close} />}
      {open === 'list' && <TemplatesDialog copied={{ draft, quarter }} onClose={close} />}
    </div>
  )
}
