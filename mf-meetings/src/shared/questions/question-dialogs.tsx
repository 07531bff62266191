import { type PassageTarget, type Question, questionLimits } from '@portal/contract/questions'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { meetingId } from '@portal/domain/meeting-ref'
import { subjectName, subjectOf } from '@portal/domain/note-subject'
import type { AnswerAudience, QuestionAudience } from '@portal/domain/question-rules'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Field, SelectField, tooLong } from '@portal/shared-ui/field'
import { CircleAlert, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useQuestionDraft } from './question-draft.ts'
import { useQuestionChange } from './questions-queries.ts'
import styles from './questions.module.css'

/** What is asked about: an item, or the place of a paper that no item has. */
export type AskedPlace = { kind: 'item' | 'slot'; id: string; name: string; goesTo?: string }

type AskDialogProps = {
  meeting: MeetingRef
  /** Where the question can belong, the likeliest first. */
  places: readonly [AskedPlace, ...AskedPlace[]]
  passage?: { documentId: string; target: PassageTarget } | undefined
  onClose: () => void
}

export function AskDialog({ meeting, places, passage, onClose }: AskDialogProps) {
  const { toast } = usePortal()
  const [chosen, setChosen] = useState(places[0].id)
  const place = places.find(({ id }) => id === chosen) ?? places[0]
  const about = passage ? passage.documentId : place.id
  const draft = useQuestionDraft(`${meetingId(meeting)}-${about}`, { choice: 'item' })
  const change = useQuestionChange(meeting)
  const send = () =>
    change.mutate(
      {
        act: 'ask',
        body: {
          id: draft.id,
          [place.kind]: place.id,
          ...(passage ? { passage } : {}),
          text: draft.text,
          audience: draft.choice as QuestionAudience,
        },
      },
      {
        onSuccess() {
          draft.forget()
          toast('Your question is sent.', { kind: 'good' })
          onClose()
        },
      },
    )
  const subject = passage && subjectOf(passage.target)
  return (
    <TextDialog
      title="Ask a question"
      label="Your question"
      verb="Send the question"
      most={questionLimits.text}
      draft={draft}
      change={change}
      onSend={send}
      onClose={onClose}
      audience={questionChoices(place.goesTo)}
      legend="Who sees it?"
    >
      {subject && (
        <blockquote className={styles.quotation}>
          {subject.words?.exact ?? subjectName(subject)}
        </blockquote>
      )}
      {places.length > 1 ? (
        <SelectField
          label="About which item?"
          value={place.id}
          onChange={setChosen}
          options={places.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : (
        <p>About: {place.name}</p>
      )}
      <p className={styles.soft}>
        It goes to {place.goesTo ?? 'the staff who prepare the meeting'}.
      </p>
    </TextDialog>
  )
}

function questionChoices(goesTo: string | undefined): Choices {
  const first = goesTo === undefined ? 'The' : `${goesTo}, the`
  return [
    { value: 'item', label: 'Everybody who may read this item' },
    { value: 'private', label: `${first} chair and staff, nobody else` },
  ]
}

type OfQuestionProps = { meeting: MeetingRef; question: Question; onClose: () => void }

export function ChangeDialog({ meeting, question, onClose }: OfQuestionProps) {
  const { toast } = usePortal()
  const initial = { text: question.text, choice: question.audience }
  const draft = useQuestionDraft(`${question.id}-${question.revision}`, initial)
  const change = useQuestionChange(meeting)
  const send = () =>
    change.mutate(
      {
        act: 'change',
        question,
        body: { text: draft.text, audience: draft.choice as QuestionAudience },
      },
      {
        onSuccess() {
          draft.forget()
          toast('Your question is changed.', { kind: 'good' })
          onClose()
        },
      },
    )
  return (
    <TextDialog
      title="Change your question"
      label="Your question"
      verb="Save"
      most={questionLimits.text}
      draft={draft}
      change={change}
      onSend={send}
      onClose={onClose}
      audience={questionChoices(question.goesTo)}
      legend="Who sees it?"
    />
  )
}

export function AnswerDialog({ meeting, question, onClose }: OfQuestionProps) {
  const { toast } = usePortal()
  const draft = useQuestionDraft(`answer-${question.id}`, { choice: 'question' })
  const change = useQuestionChange(meeting)
  const send = () =>
    change.mutate(
      {
        act: 'answer',
        question,
        body: { id: draft.id, text: draft.text, seenBy: draft.choice as AnswerAudience },
      },
      {
        onSuccess() {
          draft.forget()
          toast('Your answer is sent.', { kind: 'good' })
          onClose()
        },
      },
    )
  const everybody =
    question.audience === 'item'
      ? 'Everybody who may read this item'
      : `${question.asker}, the presenter, the chair and staff`
  return (
    <TextDialog
      title={`Answer ${question.asker}`}
      label="Your answer"
      verb="Send the answer"
      most={questionLimits.answer}
      draft={draft}
      change={change}
      onSend={send}
      onClose={onClose}
      audience={[
        { value: 'question', label: everybody },
        { value: 'asker', label: `${question.asker} alone` },
      ]}
      legend="Who sees it?"
    >
      <blockquote className={styles.quotation}>{question.text}</blockquote>
    </TextDialog>
  )
}

type Choices = readonly { value: string; label: string }[]

type TextDialogProps = {
  title: string
  label: string
  verb: string
  legend: string
  most: number
  draft: ReturnType<typeof useQuestionDraft>
  change: ReturnType<typeof useQuestionChange>
  audience: Choices
  onSend: () => void
  onClose: () => void
  children?: ReactNode
}

/** A text, and who sees it. What is typed stays on the device until it is sent. */
function TextDialog(props: TextDialogProps) {
  const { title, label, verb, legend, most, draft, change, audience, onSend, onClose } = props
  const { children } = props
  const error = tooLong(draft.text, most)
  const isReady = draft.text.trim() !== '' && error === undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            busy={change.isPending}
            disabled={!isReady}
            onClick={onSend}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {children}
        <Field
          label={label}
          error={error}
          hint="What you type stays on this device until you send it."
        >
          {(control) => (
            <textarea
              {...control}
              rows={5}
              value={draft.text}
              onChange={(event) => draft.change({ text: event.target.value })}
            />
          )}
        </Field>
        <fieldset className={styles.choices}>
          <legend>{legend}</legend>
          {audience.map(({ value, label: words }) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name="audience"
                checked={draft.choice === value}
                onChange={() => draft.change({ choice: value })}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <div role="alert">
          {change.error && (
            <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
              {isApiError(change.error)
                ? change.error.message
                : 'That didn’t work. Your text is kept. Please try again.'}
            </Banner>
          )}
        </div>
      </div>
    </Dialog>
  )
}
