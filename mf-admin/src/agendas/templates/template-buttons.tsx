import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { BookmarkPlus, Library } from 'lucide-react'
import { useState } from 'react'
import { SaveTemplateDialog } from './save-template-dialog.tsx'
import { type CopiedAgenda, templatesQuery } from './template-queries.ts'
import styles from './templates.module.css'
import { TemplatesDialog } from './templates-dialog.tsx'

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
