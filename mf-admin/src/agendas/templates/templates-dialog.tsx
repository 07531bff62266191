import { isolated } from '@portal/domain/shown-text'
import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { itemsInWords } from './items-in-words.ts'
import { RenameTemplateDialog } from './rename-template-dialog.tsx'
import { TemplateQuestion } from './template-question.tsx'
import { type CopiedAgenda, templatesQuery } from './template-queries.ts'
import styles from './templates.module.css'

type TemplatesDialogProps = { copied: CopiedAgenda; onClose: () => void }
type Asked = { act: 'rename' | 'update' | 'delete'; template: AgendaTemplate }

/** The foundation's templates, which can be renamed, updated from the agenda and deleted. */
export function TemplatesDialog({ copied, onClose }: TemplatesDialogProps) {
  const { call } = usePortal()
  const templates = useQuery(templatesQuery(call))
  const [asked, setAsked] = useState<Asked>()
  const ask = (act: Asked['act'], template: AgendaTemplate) => () => setAsked({ act, template })
  const done = () => setAsked(undefined)
  const hasItems = copied.draft.items.length > 0
  return (
    <Dialog open title="Agenda templates" onClose={onClose}>
      <QueryPanel
        query={templates}
        failure="Failed to load templates"
        skeleton={<Skeleton height="12rem" label="Loading the templates" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p>There are no templates. Open an agenda with items, and choose Save as template.</p>
          ) : (
            <ul className={styles.templates}>
              {all.map((template) => (
                <li key={template.id} className={styles.template}>
                  <p className={styles.name}>{template.name}</p>
                  <p className={styles.detail}>{itemsInWords(template)}</p>
                  <div className={styles.acts}>
                    <Button
                      icon={<Pencil />}
                      aria-label={`Rename ${isolated(template.name)}`}
                      onClick={ask('rename', template)}
                    >
                      Rename
                    </Button>
                    {hasItems && (
                      <Button
                        icon={<RefreshCw />}
                        aria-label={`Update ${isolated(template.name)} from this agenda`}
                        onClick={ask('update', template)}
                      >
                        Update from this agenda
                      </Button>
                    )}
                    <Button
                      icon={<Trash2 />}
                      aria-label={`Delete ${isolated(template.name)}`}
                      onClick={ask('delete', template)}
                    >
                      Delete
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {asked?.act === 'rename' && <RenameTemplateDialog template={asked.template} onClose={done} />}
      {asked && asked.act !== 'rename' && (
        <TemplateQuestion
          act={asked.act}
          template={asked.template}
          copied={copied}
          onClose={done}
        />
      )}
    </Dialog>
  )
}
