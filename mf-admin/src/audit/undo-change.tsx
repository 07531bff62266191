import { isolated } from '@portal/domain/shown-text'
import type { AuditEntry } from '@portal/contract/audit'
import { changeInWords, subjectInWords } from '@portal/contract/audit-words'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { errorMessage } from '../shared/error-message.ts'
import { undoSentences, useUndo } from '../shared/undo/use-undo.ts'
import { useAct } from '../shared/use-act.ts'
import { undoOutcome } from './undo-outcome.ts'

/** Undoes the change of an entry, after a question that says what will be. */
export function UndoChange({ entry }: { entry: AuditEntry }) {
  const { toast } = usePortal()
  const [asking, setAsking] = useState(false)
  const undo = useAct(useUndo(), {
    done: () => {
      setAsking(false)
      toast(undoSentences.done, { kind: 'good', duration: 3000 })
    },
    failure: (error) => errorMessage(error) ?? undoSentences.failed,
  })
  const name = subjectInWords(entry)

  return (
    <>
      <Button icon={<Undo2 />} onClick={() => setAsking(true)}>
        Undo this change
        <VisuallyHidden>
          : {changeInWords(entry.what)}, {isolated(name)}
        </VisuallyHidden>
      </Button>
      <ActDialog
        of={undo}
        open={asking}
        title="Undo this change?"
        verb="Undo the change"
        onConfirm={() => void undo.act([{ entry: entry.id }])}
        onClose={() => {
          setAsking(false)
          undo.refuse(undefined)
        }}
      >
        <p>{undoOutcome(entry)}</p>
      </ActDialog>
    </>
  )
}
