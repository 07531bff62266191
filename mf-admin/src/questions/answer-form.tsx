import { type Question, questionLimits } from '@portal/contract/questions'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import type { AnswerAudience } from '@portal/domain/question-rules'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { SelectField, tooLong } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleAlert, Reply, Send } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorMessage } from '../shared/api-errors.ts'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { useAnswer } from './questions-queries.ts'
import styles from './questions.module.css'

const draft = z.object({ id: z.uuid(), text: z.string() })

/** An answer, and who sees it. What is typed stays on this device until it is sent. */
export function AnswerForm({ meeting, question }: { meeting: MeetingRef; question: Question }) {
  const { person, toast } = usePortal()
  const { asker, audience } = question
  const key = `answer-${person.uid}-${question.id}`
  const kept = () => z.safeParse(draft, readStored('localStorage', key)).data
  const [isOpen, setOpen] = useState(() => kept() !== undefined)
  const [{ id, text }, setDraft] = useState(() => kept() ?? { id: crypto.randomUUID(), text: '' })
  const [seenBy, setSeenBy] = useState<AnswerAudience>('question')
  const answer = useAnswer()
  if (!isOpen) {
    return (
      <Button icon={<Reply />} onClick={() => setOpen(true)}>
        Answer<VisuallyHidden> {asker}</VisuallyHidden>
      </Button>
    )
  }
  const change = (typed: string) => {
    setDraft({ id, text: typed })
    store('localStorage', key, { id, text: typed })
  }
  const close = () => {
    removeStored('localStorage', key)
    setDraft({ id: crypto.randomUUID(), text: '' })
    setOpen(false)
  }
  const send = () =>
    answer.mutate(
      { meeting, question, body: { id, text, seenBy } },
      {
        onSuccess() {
          close()
          toast('Your answer is sent.', { kind: 'good' })
        },
      },
    )
  const everybody =
    audience === 'item'
      ? 'Everybody who may read the item'
      : `${asker}, the presenter, the chair and staff`
  return (
    <div className={styles.form}>
      <TextAreaField
        label={`Your answer to ${asker}`}
        value={text}
        maxLength={questionLimits.answer}
        onChange={change}
      />
      <SelectField
        label="Who sees it"
        value={seenBy}
        onChange={(value) => setSeenBy(value as AnswerAudience)}
        options={[
          { value: 'question', label: everybody },
          { value: 'asker', label: `${asker} alone` },
        ]}
      />
      <div role="alert">
        {answer.error && (
          <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
            {errorMessage(answer.error)}
          </Banner>
        )}
      </div>
      <div className={styles.acts}>
        <Button
          variant="primary"
          icon={<Send />}
          busy={answer.isPending}
          disabled={text.trim() === '' || tooLong(text, questionLimits.answer) !== undefined}
          onClick={send}
        >
          Send the answer
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  )
}
