import type { ItemFlag, Question, Questions } from '@portal/contract/questions'
import { counted } from '@portal/domain/counted'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { pageOf } from '@portal/domain/note-subject'
import { passageWords } from '@portal/domain/question-passage'
import { isolated } from '@portal/domain/shown-text'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Flag, MessageCircleQuestionMark, Pencil, Reply, Undo2 } from 'lucide-react'
import { useState } from 'react'
// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { AnswerDialog, AskDialog, type AskedPlace, ChangeDialog } from './question-dialogs.tsx'
import { questionsQuery, useQuestionChange, useRefusalToast } from './questions-queries.ts'
import styles from './questions.module.css'

/** Where the passage of a question is opened; undefined if it can't be. */
type PassageLink = (question: Question) => { to: string; state?: unknown } | undefined

type PlaceProps = {
  meeting: MeetingRef
  place: Omit<AskedPlace, 'goesTo'>
  passageLink: PassageLink
}

/** The questions about an item or a paper's place with their answers, an item's mark for discussion, and what the reader can do. */
export function PlaceQuestions({ meeting, place, passageLink }: PlaceProps) {
  const { call } = usePortal()
  const { data } = useQuery(questionsQuery(call, meeting))
  const [isAsking, setAsking] = useState(false)
  if (!data) return null
  const own = data.questions.filter((question) => question[place.kind] === place.id)
  const goesTo = data.presenters[place.id]
  return (
    <div className={styles.ofItem}>
      {place.kind === 'item' && <ItemFlagLine meeting={meeting} item={place} questions={data} />}
      {own.length > 0 && (
        <details className={styles.list}>
          <summary>
            {counted(own.length, 'question')}
            {openOf(own).length > 0 && ` (${openOf(own).length} open)`}
            <VisuallyHidden> about {isolated(place.name)}</VisuallyHidden>
          </summary>
          <QuestionList {...{ meeting, passageLink }} questions={own} />
        </details>
      )}
      {data.mayAsk.includes(place.id) && (
        <div data-print="hide">
          <Button
            variant="quiet"
            icon={<MessageCircleQuestionMark aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            Ask a question<VisuallyHidden> about {isolated(place.name)}</VisuallyHidden>
          </Button>
        </div>
      )}
      {isAsking && (
        <AskDialog
          meeting={meeting}
          places={[{ ...place, ...(goesTo === undefined ? {} : { goesTo }) }]}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** Those that nobody has answered. */
export const openOf = (questions: readonly Question[]) =>
  questions.filter(({ state }) => state === 'open')

type FlagLineProps = {
  meeting: MeetingRef
  item: { id: string; name: string }
  questions: Questions
}

function ItemFlagLine({ meeting, item, questions: { flags, mayFlag } }: FlagLineProps) {
  const onError = useRefusalToast()
  const change = useQuestionChange(meeting)
  const flag = flags.find((each) => each.item === item.id)
  const mayChange = mayFlag.includes(item.id)
  if (!flag && !mayChange) return null
  const set = (flagged: boolean) =>
    change.mutate({ act: 'flag', body: { item: item.id, flagged } }, { onError })
  return (
    <div className={styles.flag}>
      {flag && (
        <p className={styles.marked}>
          <Badge kind="accent" icon={<Flag aria-hidden />}>
            For discussion
          </Badge>{' '}
          {flagWords(flag)}
        </p>
      )}
      {mayChange && (
        <Button
          variant="quiet"
          icon={flag?.isOwn ? <Undo2 aria-hidden /> : <Flag aria-hidden />}
          busy={change.isPending}
          data-print="hide"
          onClick={() => set(!flag?.isOwn)}
        >
          {flag?.isOwn ? 'Take my flag back' : 'Flag for discussion'}
          <VisuallyHidden> ({isolated(item.name)})</VisuallyHidden>
        </Button>
      )}
    </div>
  )
}

/** Who flagged an item, as far as the reader may know. */
export function flagWords({ count, names }: ItemFlag): string {
  if (names) return `Flagged by ${names.map(isolated).join(', ')}`
  return `Flagged by ${counted(count, 'member')}`
}

type QuestionListProps = {
  meeting: MeetingRef
  questions: readonly Question[]
  passageLink: PassageLink
}

export function QuestionList({ questions, ...props }: QuestionListProps) {
  return (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id} className={styles.question}>
          <QuestionWithAnswers {...props} question={question} />
        </li>
      ))}
    </ol>
  )
}

type QuestionProps = Omit<QuestionListProps, 'questions'> & { question: Question }

function QuestionWithAnswers({ meeting, question, passageLink }: QuestionProps) {
  const [opened, setOpened] = useState<'answer' | 'change'>()
  const change = useQuestionChange(meeting)
  const onError = useRefusalToast()
  const { asker, audience, state, text, answers, isOwn, mayAnswer } = question
  const isOpen = state === 'open'
  const close = () => setOpened(undefined)
  return (
    <>
      <p className={styles.soft}>
        <strong>{isOwn ? 'You' : isolated(asker)}</strong> · {stateWords[state]}
        {audience === 'private' && ' · only for the presenter, the chair and staff'}
      </p>
      <Passage question={question} link={passageLink(question)} />
      <p className={styles.text}>{text}</p>
      {answers.map((answer) => (
        <div key={answer.id} className={styles.answer}>
          <p className={styles.soft}>
            <strong>{answer.isOwn ? 'You' : isolated(answer.by)}</strong> answered
            {answer.seenBy === 'asker' && (isOwn ? ' you alone' : ' the asker alone')}
          </p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      ))}
      {state === 'answered' && answers.length === 0 && (
        <p className={styles.soft}>The answer was given to the asker alone.</p>
      )}
      <div className={styles.acts} data-print="hide">
        {mayAnswer && (
          <Button icon={<Reply aria-hidden />} onClick={() => setOpened('answer')}>
            Answer<VisuallyHidden> {isolated(asker)}</VisuallyHidden>
          </Button>
        )}
        {isOwn && isOpen && (
          <>
            <Button
              variant="quiet"
              icon={<Pencil aria-hidden />}
              onClick={() => setOpened('change')}
            >
              Change<VisuallyHidden> your question</VisuallyHidden>
            </Button>
            <Button
              variant="quiet"
              icon={<Undo2 aria-hidden />}
              busy={change.isPending}
              onClick={() => change.mutate({ act: 'withdraw', question }, { onError })}
            >
              Withdraw<VisuallyHidden> your question</VisuallyHidden>
            </Button>
          </>
        )}
      </div>
      {opened === 'answer' && (
        <AnswerDialog meeting={meeting} question={question} onClose={close} />
      )}
      {opened === 'change' && (
        <ChangeDialog meeting={meeting} question={question} onClose={close} />
      )}
    </>
  )
}

const stateWords: Record<Question['state'], string> = {
  open: 'not answered yet',
  answered: 'answered',
  withdrawn: 'withdrawn',
}

type PassageProps = { question: Question; link: ReturnType<PassageLink> }

/** The words that a question is about, with a link to them in the paper. */
function Passage({ question: { passage, passageHidden }, link }: PassageProps) {
  if (passageHidden) {
    return <p className={styles.soft}>About a passage of a paper that you can’t open.</p>
  }
  if (!passage) return null
  const where = `${isolated(passage.paper)}, page ${pageOf(passage.target.selector)}`
  return (
    <blockquote className={styles.quotation}>
      {passageWords(passage.target)} {link ? <Link {...link}>{where}</Link> : <span>{where}</span>}
    </blockquote>
  )
}
