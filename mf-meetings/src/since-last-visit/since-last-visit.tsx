import { dayOf, onDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import styles from './since-last-visit.module.css'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { factsOf, firstPageOf, changedAt } from '../shared/materials-of.ts'
import { useMeetingName } from '../shared/meeting-name.ts'
import { origins } from '../shared/meeting-route.ts'
import { type ReadState, readStateText, useReadState } from '@portal/remote-kit/use-read-state'
import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { contentKindOf, type PaperKind } from '@portal/shared-ui/paper-kind'

/** The dashboard's papers that are new to the reader; on a first visit, the latest ones. */
export function Component() {
  const { call, config, person, previousVisit } = usePortal()
  const { timeZone } = config.foundation
  const mappings = useQuery(latestMappingsQuery(call))
  const isSince = previousVisit !== undefined || person.viewsAs !== undefined
  const title = isSince ? 'Since your last visit' : 'Latest papers'
  return (
    <Card as="section" aria-labelledby="since-last-visit" className={styles.card}>
      <h2 id="since-last-visit" className={styles.title}>
        {title}
      </h2>
      {person.viewsAs && (
        <p className={styles.nothing}>
          Each member sees what is new since their own last visit. These are the latest papers.
        </p>
      )}
      {!isSince && !person.isAdmin && (
        <p className={styles.nothing}>
          The papers of each meeting are under Meeting Materials in the menu, with its agenda.
          Policies are under Governance & Policies.
        </p>
      )}
      <QueryPanel
        query={mappings}
        failure="Failed to load meeting materials"
        // As high as the usual list, so that nothing below moves when it loads.
        skeleton={<Skeleton height="17rem" label="Loading the latest papers" />}
      >
        {(known) => {
          const news = paperNews(known, previousVisit)
          if (news.length > 0)
            return <NewsList news={news} isFirstVisit={previousVisit === undefined} />
          return <p className={styles.nothing}>{nothingNew(previousVisit, timeZone)}</p>
        }}
      </QueryPanel>
    </Card>
  )
}

function nothingNew(previousVisit: string | undefined, timeZone: string): string {
  if (previousVisit === undefined) {
    return 'The board’s papers will be listed here as soon as staff publish them.'
  }
  const day = onDayText(dayOf(new Date(previousVisit), timeZone), todayIn(timeZone))
  return `No paper is new or has changed since you were here ${day}.`
}

/** How many are shown at first. */
const few = 3

type NewsListProps = {
  news: PaperNews[]
  /** Nothing is news yet: shows the latest papers only. */
  isFirstVisit: boolean
}

function NewsList({ news, isFirstVisit }: NewsListProps) {
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

/** Of a paper that belongs to no meeting, whose name isn't shown. */
const noMeeting = { year: 0, quarter: 1 }

function NewsRow({ paper, isFirstVisit }: { paper: PaperNews; isFirstVisit: boolean }) {
  const { slot, name, kind } = paper
  const { timeZone } = usePortal().config.foundation
  const read = useReadState(paper.mapping.document)
  const meeting = useMeetingName(slot.kind === 'meeting' ? slot : noMeeting)
  const day = onDayText(dayOf(new Date(paper.at), timeZone), todayIn(timeZone))
  const about = [
    aboutOf(paper, { isFirstVisit, day, read }),
    ...(slot.kind === 'meeting' ? [meeting] : []),
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
        Read<VisuallyHidden> {name}</VisuallyHidden>
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

/** A paper that has changed for the reader. */
type PaperNews = {
  slot: Slot
  name: string
  kind: PaperKind
  mapping: ResourceMapping
  /** `new`: the portal has shown it since `at`. `changed`: it was shown before, and changed at `at`. */
  what: 'new' | 'changed'
  /** ISO 8601. */
  at: string
}

/**
 * The papers that are new or have changed since a moment, the latest first. Without a moment, all
 * papers whose time is known.
 */
export function paperNews(mappings: Record<string, ResourceMapping>, since = ''): PaperNews[] {
  return Object.values(mappings)
    .flatMap((mapping) => newsOf(mapping, since))
    .toSorted((a, b) => b.at.localeCompare(a.at) || a.name.localeCompare(b.name))
}

function newsOf(mapping: ResourceMapping, since: string): PaperNews[] {
  const slot = slotOf(mapping.id)
  const kind = mapping.active ? contentKindOf(mapping) : undefined
  // What can't be opened is no news.
  if (!slot || !kind || mapping.problem) return []
  // Only admins receive an agenda that isn't published, and so has no time yet.
  if (kind === 'agenda' && mapping.modifiedTime === undefined) return []
  const { shownSince = '' } = mapping
  const paper = { slot, name: mapping.title?.trim() || slotName(slot), kind, mapping }
  // A paper that changed before it was first shown is new.
  const changed = (kind === 'agenda' ? mapping.modifiedTime : changedAt(paper)) ?? ''
  if (shownSince > since) return [{ ...paper, what: 'new', at: later(shownSince, changed) }]
  return changed > since ? [{ ...paper, what: 'changed', at: changed }] : []
}

const later = (a: string, b: string) => (a > b ? a : b)
