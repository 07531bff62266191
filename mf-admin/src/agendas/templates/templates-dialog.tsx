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
import {
  type CopiedAgenda,
  templatesQuery,
  templateFailure,
  openItems,
  templatesFor,
  useTemplateChanges,
} from './template-queries.ts'
import { TemplateNameDialog } from './template-name-dialog.tsx'
import styles from './templates.module.css'
import { useAct } from '../../shared/use-act.ts'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { useNameOf } from '../../shared/rights/admin-rights.ts'

type TemplatesDialogProps = { copied: CopiedAgenda; onClose: () => void }

type ChosenAct = { act: 'rename' | 'update' | 'delete'; template: AgendaTemplate }

/** The foundation's templates, which can be renamed, updated from the agenda and deleted. */
export function TemplatesDialog({ copied, onClose }: TemplatesDialogProps) {
  const { call } = usePortal()
  const templates = useQuery(templatesQuery(call))
  const [chosenAct, setChosenAct] = useState<ChosenAct>()
  const ask = (act: ChosenAct['act'], template: AgendaTemplate) => () =>
    setChosenAct({ act, template })
  const done = () => setChosenAct(undefined)
  const hasItems = openItems(copied.draft).length > 0
  return (
    <Dialog open title="Agenda templates" onClose={onClose}>
      <QueryPanel
        query={templates}
        failure="Failed to load templates"
        skeleton={<Skeleton height="12rem" label="Loading the templates" />}
      >
        {(all) =>
          templatesFor(all, copied.meeting).length === 0 ? (
            <p>There are no templates. Open an agenda with items, and choose Save as template.</p>
          ) : (
            <ul className={styles.templates}>
              {templatesFor(all, copied.meeting).map((template) => (
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
      {chosenAct?.act === 'rename' && (
        <RenameTemplateDialog template={chosenAct.template} onClose={done} />
      )}
      {chosenAct && chosenAct.act !== 'rename' && (
        <TemplateQuestion
          act={chosenAct.act}
          template={chosenAct.template}
          copied={copied}
          onClose={done}
        />
      )}
    </Dialog>
  )
}

type RenameTemplateDialogProps = { template: AgendaTemplate; onClose: () => void }

function RenameTemplateDialog({ template, onClose }: RenameTemplateDialogProps) {
  const nameOf = useNameOf()
  const rename = useAct(useTemplateChanges().rename, {
    done: onClose,
    failure: (error) => templateFailure(error, nameOf),
  })
  return (
    <TemplateNameDialog
      title={`Rename ${isolated(template.name)}`}
      verb="Rename"
      stored={template.name}
      act={rename}
      onName={(name) => void rename.act({ template, name })}
      onClose={onClose}
    />
  )
}

type TemplateQuestionProps = {
  act: 'update' | 'delete'
  template: AgendaTemplate
  copied: CopiedAgenda
  onClose: () => void
}

/** Asks before a template's items are replaced, or before it is deleted. */
function TemplateQuestion({ act, template, copied, onClose }: TemplateQuestionProps) {
  const { toast } = usePortal()
  const { update, remove } = useTemplateChanges()
  const isDelete = act === 'delete'
  const { name } = template
  const nameOf = useNameOf()
  const outcome = {
    done: () => {
      const message = isDelete
        ? `Template deleted: ${isolated(name)}`
        : `Template updated: ${isolated(name)}`
      toast(message, { kind: 'good', duration: 2000 })
      onClose()
    },
    failure: (error: unknown) => templateFailure(error, nameOf),
  }
  const deletion = useAct(remove, outcome)
  const replacement = useAct(update, outcome)

  return (
    <ActDialog
      of={isDelete ? deletion : replacement}
      title={isDelete ? `Delete ${isolated(name)}?` : `Update ${isolated(name)}?`}
      verb={isDelete ? `Delete ${isolated(name)}` : `Update ${isolated(name)}`}
      danger={isDelete}
      onConfirm={() =>
        void (isDelete ? deletion.act(template) : replacement.act({ template, ...copied }))
      }
      onClose={onClose}
    >
      {isDelete ? (
        <p>Nobody can start an agenda from it any more. Agendas that started from it stay.</p>
      ) : (
        <p>
          Its {itemsInWords(template)}, are replaced by the {itemsInWords(copied.draft)}, of this
          agenda as it is on the screen. Agendas that started from it stay.
        </p>
      )}
    </ActDialog>
  )
}
