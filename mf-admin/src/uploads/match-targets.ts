import type { ListedMeeting } from '@portal/contract/all-meetings'
import { cardNamedBy } from '@portal/domain/card-match'
import { mappingId } from '@portal/domain/ids'
import { meetingOfPaper } from '@portal/domain/meeting-match'
import { isQuarterly, meetingOf, type OtherMeeting } from '@portal/domain/meeting-ref'
import { namesAQuarter, quarterOfPapers } from '@portal/domain/paper-match'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { slotName, specifiedCards } from '@portal/domain/slot-names'
import { adminPaths, type MappingsTab, mappingsTabs } from '../admin-paths.ts'
import { stateWithPapers } from '../shared/papers-to-match.ts'
import type { QueuedUpload } from './upload-queue.ts'

/** Where uploaded papers are matched. */
export type MatchTarget = {
  name: string
  to: string
  state?: object
  uploads: QueuedUpload[]
}

type Known = {
  /** The quarter that is being prepared. */
  prepared: Quarter
  /** The coming meetings that aren't quarterly ones. */
  coming: readonly ListedMeeting[]
  /** The meeting whose page it is. */
  here: OtherMeeting | undefined
}

/**
 * Where each paper is matched: at the meeting that its name and folders name, on the tab of the card that it is named after,
 * at the meeting whose page it was dropped on, or at the quarter that most of the others name.
 */
export function matchTargets(
  uploads: readonly QueuedUpload[],
  { prepared, coming, here }: Known,
): MatchTarget[] {
  const modifiedTime = new Date().toISOString()
  const placed = uploads.map((upload) => {
    const { id, name, folder } = upload
    const match = meetingOfPaper({ id, name, folder, mimeType: '', modifiedTime }, coming)
    const card = cardNamedBy(name, standingCards)[0]
    const isSent = match?.isSure === true || (!match && !card && here && !namesAQuarter(upload))
    const meeting = match?.meeting.id ?? (isSent ? here?.meeting : undefined)
    return { upload, meeting, isSent, tab: card?.kind ?? ('meetings' as const) }
  })
  const atMeetings = [...Map.groupBy(placed, ({ meeting }) => meeting)].flatMap(
    ([id, papers]): MatchTarget[] => {
      const of = meetingOf(id ?? '')
      if (!of) return []
      const sent = papers.filter(({ isSent }) => isSent).map(({ upload }) => documentOf(upload))
      return [
        {
          name: coming.find((meeting) => meeting.id === id)?.title ?? 'this meeting',
          to: adminPaths.match('meetings', of),
          state: stateWithPapers(sent),
          uploads: papers.map(({ upload }) => upload),
        },
      ]
    },
  )
  const others = placed.filter(({ meeting }) => meeting === undefined)
  const onTab = (tab: MappingsTab) =>
    others.filter((paper) => paper.tab === tab).map(({ upload }) => upload)
  const quarter = quarterOfPapers(onTab('meetings'), prepared)
  const onTabs = mappingsTabs.map(({ value: tab, label }): MatchTarget => {
    const name = tab === 'meetings' ? quarterName(quarter) : label
    return { name, to: adminPaths.match(tab, quarter), uploads: onTab(tab) }
  })
  return [...onTabs, ...atMeetings].filter((target) => target.uploads.length > 0)
}

/** The meeting whose admin page it is, if that isn't a quarterly one. */
export function meetingOfPage(pathname: string): OtherMeeting | undefined {
  const of = meetingOf(pathname.split('/')[3] ?? '')
  return of && !isQuarterly(of) && pathname.startsWith(adminPaths.agenda(of)) ? of : undefined
}

const standingCards = [...specifiedCards.governance, ...specifiedCards.communications].map(
  (card) => ({ id: mappingId(card), name: slotName(card), kind: card.kind }),
)

function documentOf({ id, state }: QueuedUpload): string {
  return state.kind === 'done' ? state.result.document.id : id
}
