import type { MeetingReply } from '@portal/contract/replies'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import {
  type MeetingTime,
  type ReplyAnswer,
  replyAnswerNames,
  replyAnswers,
  replyLimits,
  timeInWords,
} from '@portal/domain/replies'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Segmented } from '@portal/shared-ui/segmented'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { useAct } from '../shared/use-act.ts'
import { repliesFailure, useEnterReply } from './replies-queries.ts'

type EnterReplyDialogProps = {
  of: MeetingRef
  time: MeetingTime
  person: MeetingReply
  onClose: () => void
}

const answers = replyAnswerNames.map((value) => ({ value, label: replyAnswers[value] }))

/** The reply of somebody who telephoned. */
export function EnterReplyDialog({ of, time, person, onClose }: EnterReplyDialogProps) {
  const { toast } = usePortal()
  const [answer, setAnswer] = useState<ReplyAnswer | ''>(person.answer ?? '')
  const [note, setNote] = useState(person.note ?? '')
  const entering = useAct(useEnterReply(of), {
    done: () => {
      onClose()
      toast(`The reply of ${isolated(person.name)} is saved`, { kind: 'good' })
    },
    failure: repliesFailure,
  })
  const { date, time: start, endTime } = time
  const submit = () => {
    if (answer === '') return
    const { person: id, revision } = person
    void entering.act({
      person: id,
      answer,
      note,
      time: { date, time: start, endTime },
      ...(revision === undefined ? {} : { revision }),
    })
  }
  return (
    <FormDialog
      title={`Enter the reply of ${isolated(person.name)}`}
      verb="Save the reply"
      unsaved={answer !== (person.answer ?? '') || note !== (person.note ?? '')}
      busy={entering.busy}
      disabled={answer === '' || note.length > replyLimits.note}
      refused={entering.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        For {timeInWords(time)}. It is marked as given by telephone and entered by you, and{' '}
        {isolated(person.name)} can change it.
      </p>
      <Segmented<ReplyAnswer | ''>
        label="Reply"
        value={answer}
        options={answers}
        onChange={setAnswer}
      />
      <TextAreaField
        label="Note to the secretary"
        value={note}
        onChange={setNote}
        maxLength={replyLimits.note}
      />
    </FormDialog>
  )
}
