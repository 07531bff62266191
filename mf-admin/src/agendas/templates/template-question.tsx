import { isolated } from '@portal/domain/shown-text'
import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { useAct } from '../../shared/use-act.ts'
import { itemsInWords } from './items-in-words.ts'
import { type CopiedAgenda, templateFailure, useTemplateChanges } from './template-queries.ts'

type TemplateQuestionProps = {
  act: 'update' | 'delete'
  template: AgendaTemplate
  copied: CopiedAgenda
  onClose: () => void
}

/** Asks before a template's items are replaced, or before it is deleted. */
export function TemplateQuestion({ act, template, copied, onClose }: TemplateQuestionProps) {
  const { toast } = usePortal()
  const { update, remove } = useTemplateChanges()
  const isDelete = act === 'delete'
  const { name } = template
  const outcome = {
    done: () => {
      const message = isDelete
        ? `Template deleted: ${isolated(name)}`
        : `Template updated: ${isolated(name)}`
      toast(message, { kind: 'good', duration: 2000 })
      onClose()
    },
    failure: templateFailure,
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
