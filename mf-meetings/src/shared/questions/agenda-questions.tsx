import type { ItemFlag, Question, Questions } from '@portal/contract/questions'
import { counted } from '@portal/domain/counted'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { pageOf, subjectName, subjectOf, withdrawnQuotation } from '@portal/domain/note-subject'
import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleHelp, Flag, MessageCircleQuestionMark, Pencil, Reply, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { meetingsPaths } from '../../meetings-paths.ts'
import { AnswerDialog, AskDialog, ChangeDialog } from './question-dialogs.tsx'
import { questionsQuery, useQuestionChange } from './questions-queries.ts'
import styles from './questions.module.css'

type ItemProps = { meeting: MeetingRef; item: { id: string; name: string } }

/** An item's questions with their answers, its mark for discussion, and what the reader can do. */
export function ItemQuestions({ meeting, item }: ItemProps) {
  const { call } = usePortal()
  const { data } = useQuery(questionsQuery(call, meeting))
  const [isAsking, setAsking] = useState(false)
  if (!data) return null
  const own = data.questions.filter((question) => question.item === item.id)
  const goesTo = data.presenters[item.id]
  return (
    <div className={styles.ofItem}>
      <ItemFlagLine meeting={meeting} item={item} questions={data} />
      {own.length > 0 && (
        <details className={styles.list}>
          <summary>
            {counted(own.length, 'question')}
            {openOf(own).length > 0 && ` (${openOf(own).length} open)`}
            <VisuallyHidden> about {isolated(item.name)}</VisuallyHidden>
          </summary>
          <QuestionList meeting={meeting} questions={own} />
        </details>
      )}
      {data.mayAsk.includes(item.id) && (
        <div data-print="hide">
          <Button
            variant="quiet"
            icon={<MessageCircleQuestionMark aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            Ask a question<VisuallyHidden> about {isolated(item.name)}</VisuallyHidden>
          </Button>
        </div>
      )}
      {isAsking && (
        <AskDialog
          meeting={meeting}
          places={[{ kind: 'item', ...item, ...(goesTo === undefined ? {} : { goesTo }) }]}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const openOf = (questions: readonly Question[]) => questions.filter(({ state }) => state === 'open')

type FlagLineProps = ItemProps & { questions: Questions }

function ItemFlagLine({ meeting, item, questions: { flags, mayFlag } }: FlagLineProps) {
  const { toast } = usePortal()
  const change = useQuestionChange(meeting)
  const flag = flags.find((each) => each.item === item.id)
  const mayChange = mayFlag.includes(item.id)
  if (!flag && !mayChange) return null
  const set = (flagged: boolean) =>
    change.mutate(
      { act: 'flag', body: { item: item.id, flagged } },
      {
        onError: (error) =>
          toast(isApiError(error) ? error.message : 'That didn’t work. Please try again.', {
            kind: 'bad',
          }),
      },
    )
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

function flagWords({ count, names }: ItemFlag): string {
  if (names) return `Flagged by ${names.map(isolated).join(', ')}`
  return `Flagged by ${counted(count, 'member')}`
}

type QuestionListProps = { meeting: MeetingRef; questions: readonly Question[] }

export function QuestionList({ meeting, questions }: QuestionListProps) {
  return (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id} className={styles.question}>
          <QuestionWithAnswers meeting={meeting} question={question} />
        </li>
      ))}
    </ol>
  )
}

function QuestionWithAnswers({ meeting, question }: { meeting: MeetingRef; question: Question }) {
  const [opened, setOpened] = useState<'answer' | 'change'>()
  const change = useQuestionChange(meeting)
  const { asker, audience, state, text, answers, isOwn, mayAnswer } = question
  const isOpen = state === 'open'
  const close = () => setOpened(undefined)
  return (
    <>
      <p className={styles.soft}>
        <strong>{isOwn ? 'You' : isolated(asker)}</strong> · {stateWords[state]}
        {audience === 'private' && ' · only for the presenter, the chair and staff'}
      </p>
      <Passage question={question} />
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
              onClick={() => change.mutate({ act: 'withdraw', question })}
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

/** The words that a question is about, with a link to their page. */
function Passage({ question: { passage, passageHidden } }: { question: Question }) {
  if (passageHidden) {
    return <p className={styles.soft}>About a passage of a paper that you can’t open.</p>
  }
  if (!passage) return null
  const subject = subjectOf(passage.target)
  const page = pageOf(passage.target.selector)
  const words =
    subject.words?.exact ??
    (subject.withdrawnWith === undefined
      ? subjectName(subject)
      : withdrawnQuotation(subject.withdrawnWith))
  return (
    <blockquote className={styles.quotation}>
      {words}{' '}
      <Link to={meetingsPaths.paper(passage.documentId, { page })}>
        {isolated(passage.paper)}, page {page}
      </Link>
    </blockquote>
  )
}

type OpenQuestionsProps = {
  meeting: MeetingRef
  /** In running order. */
  items: readonly { id: string; name: string }[]
}

/** For the chair and staff: what is open, in running order. */
export function OpenQuestions({ meeting, items }: OpenQuestionsProps) {
  const { call } = usePortal()
  const { data } = useQuery(questionsQuery(call, meeting))
  if (!data?.leads) return null
  const open = openOf(data.questions)
  const { flags } = data
  if (open.length + flags.length === 0) return null
  const nameOf = ({ item }: { item?: string | undefined }) =>
    items.find(({ id }) => id === item)?.name ?? 'A paper of the meeting'
  const groups = Map.groupBy(open, nameOf)
  return (
    <details className={styles.overview} data-print="hide">
      <summary>
        <CircleHelp aria-hidden /> {counted(open.length, 'open question')},{' '}
        {counted(flags.length, 'item')} flagged for discussion
      </summary>
      {flags.length > 0 && (
        <ul className={styles.flags}>
          {flags.map((flag) => (
            <li key={flag.item}>
              <strong>{isolated(nameOf(flag))}</strong>: {flagWords(flag)}
            </li>
          ))}
        </ul>
      )}
      {[...groups].map(([name, questions]) => (
        <section key={name} aria-label={`Open questions: ${name}`}>
          <p>
            <strong>{isolated(name)}</strong>
          </p>
          <QuestionList meeting={meeting} questions={questions} />
        </section>
      ))}
    </details>
  )
}
