import type { OwnMeeting } from '@portal/contract/own-meetings'
import { clockText } from '@portal/domain/agenda-times'
import { durationText } from '@portal/domain/agenda-item'
import { dayInWords } from '@portal/domain/days'
import { meetingOf } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { Badge } from '@portal/shared-ui/badge'
import { buttonStyle } from '@portal/shared-ui/button'
import { ItemDescription } from '@portal/shared-ui/item-description'
import type { NamedPaper } from '@portal/shared-ui/item-papers'
import { ItemPapersList } from '@portal/shared-ui/item-papers-list'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Video } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { invitedPaperPath } from './invited-paths.ts'
import styles from './invited.module.css'

/** When and where a meeting is, and the way to join it. */
export function MeetingHead({ meeting }: { meeting: OwnMeeting }) {
  const { timeZone } = usePortal().config.foundation
  const { time = '', endTime = '', joinUrl, cancelled } = meeting
  return (
    <div className={styles.head}>
      <p className={styles.when}>
        {cancelled && <Badge kind="warn">Cancelled</Badge>}{' '}
        <AgendaHead agenda={{ ...meeting, time, endTime }} timeZone={timeZone} />
      </p>
      {joinUrl !== undefined && (
        <a
          href={joinUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle('primary')}
        >
          <Video aria-hidden /> Join Meeting<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      )}
    </div>
  )
}

/** The items and papers of a meeting that the reader may read. */
export function MeetingContent({ meeting }: { meeting: OwnMeeting }) {
  const { id, items, papers, embeds = [], until } = meeting
  return (
    <div className={styles.content}>
      {items.length > 0 && (
        <ol className={styles.items}>
          {items.map((item) => (
            <li key={item.id} className={styles.item}>
              <span className={styles.time}>{item.time && clockText(item.time)}</span>
              <div className={styles.what}>
                <h2 className={styles.title}>{isolated(item.title || 'Untitled Item')}</h2>
                {item.speaker && <p className={styles.soft}>{item.speaker}</p>}
                {item.description && <ItemDescription text={item.description} of={item.title} />}
                <Papers meeting={id} of={item.title} {...item} />
                <ItemQuestions meeting={id} item={item} />
              </div>
              <span className={styles.minutes}>{durationText(item.duration)}</span>
            </li>
          ))}
        </ol>
      )}
      {papers.length + embeds.length > 0 && (
        <section aria-labelledby="papers" className={styles.papersOf}>
          <h2 id="papers">{items.length > 0 ? 'Other papers' : 'Papers'}</h2>
          <Papers meeting={id} of="the meeting" papers={papers} embeds={embeds} />
        </section>
      )}
      {until !== undefined && (
        <p className={styles.soft}>You can read this until the end of {dayInWords(until)}.</p>
      )}
    </div>
  )
}

const loadQuestions = () => import('@portal/remote-kit/place-questions')

/** An item's questions with their answers; guests ask there. */
function ItemQuestions({ meeting, item }: { meeting: string; item: OwnMeeting['items'][number] }) {
  const { value } = useLoaded(loadQuestions)
  const ref = meetingOf(meeting)
  if (!value || !ref) return null
  return (
    <value.PlaceQuestions
      meeting={ref}
      place={{ kind: 'item', id: item.id, name: item.title || 'Untitled Item' }}
      passageLink={({ passage }) =>
        passage && { to: invitedPaperPath(meeting, passage.documentId) }
      }
    />
  )
}

type PapersProps = {
  /** Its id. */
  meeting: string
  /** What they belong to. */
  of: string
  papers: OwnMeeting['papers']
  embeds?: OwnMeeting['embeds']
}

function Papers({ meeting, of, papers, embeds = [] }: PapersProps) {
  const named = papers.map(({ id, ...paper }): NamedPaper => {
    return { ...paper, materialType: id, kind: 'pdf', isShown: true }
  })
  const pages = embeds.map(({ id, name }): NamedPaper => {
    return { name, materialType: id, kind: 'page', isShown: true }
  })
  return <ItemPapersList of={of} papers={[...named, ...pages]} link={linkIn(meeting)} />
}

function linkIn(meeting: string): ComponentProps<typeof ItemPapersList>['link'] {
  return ({ materialType: id }, face) => <Link to={invitedPaperPath(meeting, id)} {...face} />
}
