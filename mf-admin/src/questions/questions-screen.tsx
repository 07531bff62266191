import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { isQuarterly, meetingLabel, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { pageOf } from '@portal/domain/note-subject'
import { parseQuarter } from '@portal/domain/quarter'
import { addressOfPassage, passageWords } from '@portal/domain/question-passage'
import { isolated } from '@portal/domain/shown-text'
import type { Question } from '@portal/contract/questions'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useParams } from '@portal/remote-kit/router'
import { openedHere } from '@portal/remote-kit/use-opened'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Check, CircleHelp, Flag, LockKeyhole } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { AnswerForm } from './answer-form.tsx'
import { agendaOfQuestionsQuery, questionsQuery } from './questions-queries.ts'
import styles from './questions.module.css'

/** `/admin/meetings/{id}/questions`, and the same of a quarter. */
export function Component() {
  const { meeting, year, quarter } = useParams()
  const named = meeting === undefined ? parseQuarter(year, quarter) : meetingOf(meeting)
  if (!named) return <Redirect to={adminPaths.allMeetings} />
  return <QuestionsOfMeeting meeting={named} />
}

function QuestionsOfMeeting({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const query = useQuery(questionsQuery(call, meeting))
  const { data: agenda } = useQuery(agendaOfQuestionsQuery(call, meeting))
  const items = agenda?.items ?? []
  const numbers = agendaItemPlaces(items)
  const nameOf = (item: string | undefined) => {
    const index = items.findIndex(({ id }) => id === item)
    return index < 0 ? 'A paper of the meeting' : agendaItemName(items[index]!, numbers[index]!)
  }
  return (
    <AdminScreen
      title="Questions"
      subtitle={agenda?.title ?? (isQuarterly(meeting) ? meetingLabel(meeting) : undefined)}
      backTo={adminPaths.agenda(meeting)}
      queries={[query]}
    >
      <QueryPanel
        query={query}
        failure="Failed to load the questions"
        skeleton={<Skeleton lines={6} label="Loading the questions" />}
      >
        {({ questions, flags }) =>
          questions.length + flags.length === 0 ? (
            <EmptyState title="No questions yet" icon={<CircleHelp />}>
              <p>Members ask them in the agenda and in the papers. They appear here at once.</p>
            </EmptyState>
          ) : (
            <div className={styles.all}>
              {flags.map(({ item, names = [] }) => (
                <p key={item} className={styles.flag}>
                  <Badge kind="accent" icon={<Flag aria-hidden />}>
                    For discussion
                  </Badge>{' '}
                  <strong>{isolated(nameOf(item))}</strong>, flagged by {names.join(', ')}
                </p>
              ))}
              {[...Map.groupBy(questions, ({ item }) => nameOf(item))].map(([name, own]) => (
                <Card key={name} as="section">
                  <h2 className={styles.item}>{isolated(name)}</h2>
                  {own.map((question) => (
                    <QuestionEntry key={question.id} meeting={meeting} question={question} />
                  ))}
                </Card>
              ))}
            </div>
          )
        }
      </QueryPanel>
    </AdminScreen>
  )
}

function QuestionEntry({ meeting, question }: { meeting: MeetingRef; question: Question }) {
  const { asker, audience, state, text, answers, passage, goesTo, mayAnswer } = question
  return (
    <article className={styles.question} aria-label={`Question of ${asker}`}>
      <p className={styles.who}>
        <strong>{isolated(asker)}</strong>
        {state === 'open' ? (
          <Badge kind="warn" icon={<CircleHelp aria-hidden />}>
            Open
          </Badge>
        ) : (
          <Badge kind="good" icon={<Check aria-hidden />}>
            Answered
          </Badge>
        )}
        <span>Goes to {goesTo ?? 'staff'}.</span>
      </p>
      <p className={styles.soft}>
        {audience === 'private' && <LockKeyhole aria-hidden className={styles.lock} />}
        {audience === 'private'
          ? 'Seen by the presenter, the chair and staff.'
          : 'Seen by everybody who may read the item.'}
      </p>
      {passage && (
        <blockquote className={styles.quotation}>
          {passageWords(passage.target)}{' '}
          <Link to={addressOfPassage(meeting, question.id, passage)} state={openedHere}>
            {isolated(passage.paper)}, page {pageOf(passage.target.selector)}
          </Link>
        </blockquote>
      )}
      <p className={styles.text}>{text}</p>
      {answers.map((answer) => (
        <div key={answer.id} className={styles.answer}>
          <p className={styles.soft}>
            <strong>{isolated(answer.by)}</strong> answered
            {answer.seenBy === 'asker' ? `, for ${asker} alone.` : ', for everybody who sees it.'}
          </p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      ))}
      {state === 'answered' && answers.length === 0 && (
        <p className={styles.soft}>The answer was given to {asker} alone.</p>
      )}
      {mayAnswer && <AnswerForm meeting={meeting} question={question} />}
    </article>
  )
}
