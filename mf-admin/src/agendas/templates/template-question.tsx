import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useState } from 'react'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
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
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const isDelete = act === 'delete'
  const busy = update.isPending || remove.isPending
  const { name } = template

  const confirm = async () => {
    if (busy) return
    setRefused(undefined)
    try {
      if (isDelete) await remove.mutateAsync(template)
      else await update.mutateAsync({ template, ...copied })
      const said = isDelete ? `Template deleted: ${name}` : `Template updated: ${name}`
      toast(said, { kind: 'good', duration: 2000 })
      onClose()
    } catch (error) {
      if (!endRights(error)) setRefused(templateFailure(error))
    }
  }

  return (
    <ConfirmDialog
      open
      title={isDelete ? `Delete ${name}?` : `Update ${name}?`}
      verb={isDelete ? `Delete ${name}` : `Update ${name}`}
      danger={isDelete}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={() => {
        if (!busy) onClose()
      }}
    >
      <RefusalBanner sentence={refused} />
      {isDelete ? (
        <p>Nobody can start an agenda from it any more. Agendas that started from it stay.</p>
      ) : (
        <p>
          Its {itemsInWords(template)}, are replaced by the {itemsInWords(copied.draft)}, of this
          agenda as it is on the screen. Agendas that started from it stay.
        </p>
      )}
    </ConfirmDialog>
  )
}
