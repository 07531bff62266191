import type { AuditEntry } from '@portal/contract/audit'
import { changeInWords, subjectInWords } from '@portal/contract/audit-words'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../shared/error-message.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { undoSentences, useUndo } from '../shared/undo/use-undo.ts'
import { undoOutcome } from './undo-outcome.ts'

/** Undoes the change of an entry, after a question that says what will be. */
export function UndoChange({ entry }: { entry: AuditEntry }) {
  const { toast } = usePortal()
  const undo = useUndo()
  const endRights = useEndRights()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string>()
  const name = subjectInWords(entry)

  const confirm = async () => {
    if (undo.isPending) return
    setRefused(undefined)
    try {
      await undo.mutateAsync([{ entry: entry.id }])
      setAsking(false)
      toast(undoSentences.done, { kind: 'good', duration: 3000 })
    } catch (error) {
      if (!endRights(error)) setRefused(errorMessage(error) ?? undoSentences.failed)
    }
  }

  return (
    <>
      <Button icon={<Undo2 />} onClick={() => setAsking(true)}>
        Undo this change
        <VisuallyHidden>
          : {changeInWords(entry.what)}, {name}
        </VisuallyHidden>
      </Button>
      <ConfirmDialog
        open={asking}
        title="Undo this change?"
        verb="Undo the change"
        busy={undo.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => {
          if (undo.isPending) return
          setAsking(false)
          setRefused(undefined)
        }}
      >
        <RefusalBanner sentence={refused} />
        <p>{undoOutcome(entry)}</p>
      </ConfirmDialog>
    </>
  )
}
