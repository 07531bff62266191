import type { OwnReply } from '@portal/contract/replies'
import {
  movedSentence,
  type ReplyAnswer,
  replyAnswerNames,
  replyAnswers,
  replyLimits,
} from '@portal/domain/replies'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Field, tooLong } from '@portal/shared-ui/field'
import {
  CalendarClock,
  Check,
  CircleAlert,
  CircleHelp,
  CircleX,
  MessageSquarePlus,
  Users,
  Video,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { ownRepliesQuery } from '../queries/own-replies.ts'
import styles from './reply-panel.module.css'
import { type Choice, useReply } from './use-reply.ts'

type ReplyPanelProps = {
  /** The meeting's id. */
  meeting: string
  level?: 2 | 3 | undefined
}

/** Whether the reader comes to a meeting, with the four answers as buttons; nothing if they aren't asked. */
export function ReplyPanel({ meeting, level = 2 }: ReplyPanelProps) {
  const { call } = usePortal()
  const { data = [] } = useQuery(ownRepliesQuery(call))
  const reply = data.find((each) => each.meeting.id === meeting)
  const headingId = useId()
  if (!reply) return null
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={headingId} className={styles.panel} data-print="hide">
      <Heading id={headingId} className={styles.heading}>
        {reply.of === undefined ? 'Will you come?' : `Will ${reply.of} come?`}
      </Heading>
      <ReplyChoice reply={reply} labelledBy={headingId} />
    </section>
  )
}

type ReplyChoiceProps = { reply: OwnReply; labelledBy: string }

/** The four answers, and what the portal has. */
export function ReplyChoice({ reply, labelledBy }: ReplyChoiceProps) {
  const { choose, dismiss, isPending, kept, refusal } = useReply(reply)
  const { meeting, movedFrom } = reply
  const shown = kept?.answer ?? reply.answer
  const isUnsaved = kept !== undefined && !isPending
  return (
    <>
      {movedFrom && (
        <Banner kind="warn" icon={<CalendarClock aria-hidden />}>
          {movedSentence(movedFrom, meeting)}
        </Banner>
      )}
      <div role="group" aria-labelledby={labelledBy} className={styles.answers}>
        {replyAnswerNames.map((answer) => (
          <button
            key={answer}
            type="button"
            className={styles.answer}
            aria-pressed={answer === shown}
            onClick={() => {
              if (answer !== reply.answer || kept) choose({ answer })
              else dismiss()
            }}
          >
            {answer === shown ? <Check aria-hidden /> : icons[answer]}
            {replyAnswers[answer]}
          </button>
        ))}
      </div>
      <p role="status" className={styles.state}>
        {stateText(reply, { isPending, isUnsaved })}
      </p>
      <div role="alert">
        {refusal !== undefined && (
          <Banner kind="bad" icon={<CircleAlert aria-hidden />}>
            {refusal}
          </Banner>
        )}
        {isUnsaved && (
          <Banner
            kind="bad"
            icon={<CircleAlert aria-hidden />}
            action={<Button onClick={() => choose(kept)}>Try Again</Button>}
          >
            {`Your choice “${replyAnswers[kept.answer]}” isn’t saved yet, because the portal can’t be reached. It is kept here.`}
          </Banner>
        )}
      </div>
      {reply.answer !== undefined && (
        <Note key={reply.revision} reply={reply} isPending={isPending} onSave={choose} />
      )}
    </>
  )
}

const icons: Readonly<Record<ReplyAnswer, ReactNode>> = {
  'in-person': <Users aria-hidden />,
  video: <Video aria-hidden />,
  'cannot-come': <CircleX aria-hidden />,
  'not-sure': <CircleHelp aria-hidden />,
}

type Saving = { isPending: boolean; isUnsaved: boolean }

function stateText({ answer, entered, of }: OwnReply, { isPending, isUnsaved }: Saving): string {
  if (isPending) return 'Saving…'
  if (isUnsaved) return ''
  if (answer === undefined) return 'Please choose one. You can change it until the meeting.'
  const whose = of === undefined ? 'Your reply' : `The reply for ${of}`
  const by = entered ? ' Staff entered it.' : ''
  return `${whose} is saved: ${replyAnswers[answer]}.${by} You can change it until the meeting.`
}

/** The reader pressed the button that it replaces. */
function focusOn(area: HTMLTextAreaElement | null) {
  area?.focus()
}

type NoteProps = { reply: OwnReply; isPending: boolean; onSave: (choice: Choice) => void }

/** A note that the secretary and other staff read, and no other member. */
function Note({ reply: { answer, note = '' }, isPending, onSave }: NoteProps) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <div className={styles.note}>
        {note !== '' && <p className={styles.kept}>Your note to the secretary: {note}</p>}
        <Button
          variant="quiet"
          icon={<MessageSquarePlus aria-hidden />}
          onClick={() => setText(note)}
        >
          {note === '' ? 'Add a note to the secretary' : 'Change the note'}
        </Button>
      </div>
    )
  }
  const error = tooLong(text, replyLimits.note)
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault()
        if (!error) onSave({ answer: answer!, note: text })
      }}
    >
      <Field
        label="Note to the secretary"
        hint="Only staff read it, no other member."
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={text}
            ref={focusOn}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={isPending}>
          Save the note
        </Button>
        <Button onClick={() => setText(undefined)}>Cancel</Button>
      </div>
    </form>
  )
}
