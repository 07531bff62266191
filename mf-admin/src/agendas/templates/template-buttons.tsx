import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { BookmarkPlus, Library } from 'lucide-react'
import { useState } from 'react'
import { useNameOf } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { ItemsPreview } from './items-preview.tsx'
import {
  type CopiedAgenda,
  openItems,
  templateFailure,
  templatesFor,
  templatesQuery,
  useTemplateChanges,
} from './template-queries.ts'
import { TemplateNameDialog } from './template-name-dialog.tsx'
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

  return (
    <TemplateNameDialog
      title="Save as template"
      verb="Save template"
      stored=""
      act={create}
      hint="What other admins look for: Regular meeting, Annual meeting."
      onName={(name) => void create.act({ id, name, ...copied })}
      onClose={onClose}
    >
      {openItems(copied.draft).length < copied.draft.items.length && (
        <p>Closed items don’t become part of a template, because every admin can read it.</p>
      )}
      <ItemsPreview
        label="Items of the template"
        draft={{ ...copied.draft, items: openItems(copied.draft) }}
      />
    </TemplateNameDialog>
  )
}

/** Keeps an agenda's items as a template, and opens the list of templates if there are any. */
export function TemplateButtons({ draft, meeting }: CopiedAgenda) {
  const { call } = usePortal()
  const { data: all = [] } = useQuery(templatesQuery(call))
  const templates = templatesFor(all, meeting)
  const [open, setOpen] = useState<'save' | 'list'>()
  const close = () => setOpen(undefined)
  const hasItems = openItems(draft).length > 0
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
      {open === 'save' && <SaveTemplateDialog copied={{ draft, meeting }} onClose={close} />}
      {open === 'list' && <TemplatesDialog copied={{ draft, meeting }} onClose={close} />}
    </div>
  )
}
