import { type PassageTarget, type Question, questionLimits } from '@portal/contract/questions'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { meetingId } from '@portal/domain/meeting-ref'
import { passageWords } from '@portal/domain/question-passage'
import type { AnswerAudience, QuestionAudience } from '@portal/domain/question-rules'
// By its name: remotes share the host’s module.
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Field, SelectField, tooLong } from '@portal/shared-ui/field'
import { CircleAlert, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isApiError } from '../client.ts'
import { useQuestionDraft } from './question-draft.ts'
import { type QuestionChange, useQuestionChange } from './questions-queries.ts'
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
  const [chosen, setChosen] = useState(places[0].id)
  const place = places.find(({ id }) => id === chosen) ?? places[0]
  const about = passage ? passage.documentId : place.id
  const draft = useQuestionDraft(`${meetingId(meeting)}-${about}`, { choice: 'item' })
  const sending = useSending({ meeting, draft, sent: 'Your question is sent.', onClose })
  return (
    <QuestionDialog
      title="Ask a question"
      verb="Send the question"
      about={place.kind}
      goesTo={place.goesTo}
      {...{ draft, sending, onClose }}
      onSend={() =>
        sending.send({
          act: 'ask',
          body: {
            id: draft.id,
            [place.kind]: place.id,
            ...(passage ? { passage } : {}),
            text: draft.text,
            audience: draft.choice as QuestionAudience,
          },
        })
      }
    >
      {passage && (
        <blockquote className={styles.quotation}>{passageWords(passage.target)}</blockquote>
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
    </QuestionDialog>
  )
}

type OfQuestionProps = { meeting: MeetingRef; question: Question; onClose: () => void }

export function ChangeDialog({ meeting, question, onClose }: OfQuestionProps) {
  const initial = { text: question.text, choice: question.audience }
  const draft = useQuestionDraft(`${question.id}-${question.revision}`, initial)
  const sending = useSending({ meeting, draft, sent: 'Your question is changed.', onClose })
  return (
    <QuestionDialog
      title="Change your question"
      verb="Save"
      about={kindOf(question)}
      goesTo={question.goesTo}
      {...{ draft, sending, onClose }}
      onSend={() =>
        sending.send({
          act: 'change',
          question,
          body: { text: draft.text, audience: draft.choice as QuestionAudience },
        })
      }
    />
  )
}

type QuestionDialogProps = Omit<TextDialogProps, 'label' | 'most' | 'audience'> & {
  about: AskedPlace['kind']
  goesTo: string | undefined
}

/** A new question, or one that is changed. */
function QuestionDialog({ about, goesTo, ...dialog }: QuestionDialogProps) {
  const first = goesTo === undefined ? 'The' : `${goesTo}, the`
  return (
    <TextDialog
      {...dialog}
      label="Your question"
      most={questionLimits.text}
      audience={[
        { value: 'item', label: readersOf(about) },
        { value: 'private', label: `${first} chair and staff, nobody else` },
      ]}
    />
  )
}

export function AnswerDialog({ meeting, question, onClose }: OfQuestionProps) {
  const { asker, audience } = question
  const draft = useQuestionDraft(`answer-${question.id}`, { choice: 'question' })
  const sending = useSending({ meeting, draft, sent: 'Your answer is sent.', onClose })
  const everybody =
    audience === 'item'
      ? readersOf(kindOf(question))
      : `${asker}, the presenter, the chair and staff`
  return (
    <TextDialog
      title={`Answer ${asker}`}
      label="Your answer"
      verb="Send the answer"
      most={questionLimits.answer}
      audience={[
        { value: 'question', label: everybody },
        { value: 'asker', label: `${asker} alone` },
      ]}
      {...{ draft, sending, onClose }}
      onSend={() =>
        sending.send({
          act: 'answer',
          question,
          body: { id: draft.id, text: draft.text, seenBy: draft.choice as AnswerAudience },
        })
      }
    >
      <blockquote className={styles.quotation}>{question.text}</blockquote>
    </TextDialog>
  )
}

const kindOf = ({ item }: Question): AskedPlace['kind'] => (item === undefined ? 'slot' : 'item')

const readersOf = (kind: AskedPlace['kind']) =>
  `Everybody who may read this ${kind === 'item' ? 'item' : 'paper'}`

type SendingOptions = {
  meeting: MeetingRef
  draft: ReturnType<typeof useQuestionDraft>
  /** What a toast says then. */
  sent: string
  onClose: () => void
}

/** Sends what was typed, forgets the draft and closes the dialog. */
function useSending({ meeting, draft, sent, onClose }: SendingOptions) {
  const { toast } = usePortal()
  const { mutate, isPending, error } = useQuestionChange(meeting)
  return {
    isPending,
    error,
    send: (change: QuestionChange) =>
      mutate(change, {
        onSuccess() {
          draft.forget()
          toast(sent, { kind: 'good' })
          onClose()
        },
      }),
  }
}

type Choices = readonly { value: string; label: string }[]

type TextDialogProps = {
  title: string
  label: string
  verb: string
  most: number
  draft: ReturnType<typeof useQuestionDraft>
  sending: ReturnType<typeof useSending>
  audience: Choices
  onSend: () => void
  onClose: () => void
  children?: ReactNode
}

/** A text, and who sees it. What is typed stays on the device until it is sent. */
function TextDialog(props: TextDialogProps) {
  const { title, label, verb, most, draft, sending, audience, onSend, onClose, children } = props
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
            busy={sending.isPending}
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
          <legend>Who sees it?</legend>
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
          {sending.error && (
            <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
              {isApiError(sending.error)
                ? sending.error.message
                : 'That didn’t work. Your text is kept. Please try again.'}
            </Banner>
          )}
        </div>
      </div>
    </Dialog>
  )
}
