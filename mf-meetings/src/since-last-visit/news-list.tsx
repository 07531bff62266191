import { dayOf, onDayText, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { factsOf, firstPageOf } from '../shared/materials-of.ts'
import { origins } from '../shared/origins.ts'
import type { PaperNews } from './paper-news.ts'
import { type ReadState, readStateText, useReadState } from '@portal/remote-kit/use-read-state'
import styles from './since-last-visit.module.css'

/** How many are shown at first. */
const few = 3

type NewsListProps = {
  news: PaperNews[]
  /** Nothing is news yet: shows the latest papers only. */
  isFirstVisit: boolean
}

export function NewsList({ news, isFirstVisit }: NewsListProps) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <ul className={styles.list}>
        {(isWhole ? news : news.slice(0, few)).map((paper) => (
          <NewsRow key={paper.mapping.id} paper={paper} isFirstVisit={isFirstVisit} />
        ))}
      </ul>
      {news.length > few && !isFirstVisit && (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${news.length - few} more`}
        </Button>
      )}
    </>
  )
}

function NewsRow({ paper, isFirstVisit }: { paper: PaperNews; isFirstVisit: boolean }) {
  const { slot, name, kind } = paper
  const { timeZone } = usePortal().config.foundation
  const read = useReadState(paper.mapping.document)
  const day = onDayText(dayOf(new Date(paper.at), timeZone), todayIn(timeZone))
  const about = [
    aboutOf(paper, { isFirstVisit, day, read }),
    ...(slot.kind === 'meeting' ? [`Q${slot.quarter} ${slot.year}`] : []),
    ...(kind === 'agenda' ? [] : [factsOf(paper)]),
  ]
  const to =
    slot.kind === 'meeting'
      ? meetingsPaths.material(slot, slot.materialType)
      : meetingsPaths.resource(slot)
  return (
    <li className={styles.row}>
      <PaperPicture firstPage={firstPageOf(paper)} kind={kind} size="small" />
      <span>
        <b className={styles.name}>{name}</b>
        <span className={styles.about}>{about.join(' · ')}</span>
      </span>
      <Link to={to} state={openedFrom(origins.dashboard)} className={buttonStyle('secondary')}>
        {read?.changedPages === undefined ? 'Read' : 'Read changes'}
        <VisuallyHidden>
          {' '}
          {read?.changedPages === undefined ? name : `of ${isolated(name)}`}
        </VisuallyHidden>
      </Link>
    </li>
  )
}

type About = { isFirstVisit: boolean; day: string; read: ReadState | undefined }

/** Why the paper is listed: new, changed or latest. */
function aboutOf({ what }: PaperNews, { isFirstVisit, day, read }: About): string {
  const state = readStateText(read)
  if (state !== undefined) return state
  if (isFirstVisit) return `Updated ${day}`
  return what === 'new' ? 'New' : `Changed ${day}`
}
