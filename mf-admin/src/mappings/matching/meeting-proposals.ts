import type { BoardDocument } from '@portal/contract/documents'
import { mappingId, meetingOfMapping } from '@portal/domain/ids'
import { meetingOfPaper, type MeetingToMatch, titleInMeeting } from '@portal/domain/meeting-match'
import { meetingId, type OtherMeeting } from '@portal/domain/meeting-ref'
import { newestFirst, type PaperFile } from '@portal/domain/paper-match'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { isAgendaSlot, slotName } from '@portal/domain/slot-names'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { contentName } from '../readiness/readiness.ts'
import { matchedFile } from './paper-proposals.ts'

/** A document that may become a paper of a meeting. */
export type ListProposal = {
  file: PaperFile
  title: string
  /** The mapping's id of the place with this title; absent if the paper is added after the others. */
  place?: string
  /** What that place shows now. */
  replaces?: string
  /** Whether it is chosen unless the admin decides otherwise. */
  isChosen: boolean
  reason: string
}

type Known = {
  mappings: Mappings
  /** The coming meetings that aren't quarterly ones, the earliest first. */
  coming: readonly MeetingToMatch[]
  /** The ids of papers that were uploaded for this meeting. */
  sent: readonly string[]
  /** Mappings of other meetings, as far as they are known. */
  elsewhere: Mappings
}

/** `2. Budget` comes before `10. Audit`. */
const byName = new Intl.Collator('en', { numeric: true })

/** The documents that belong in a meeting's list by their names and folders, and those that were sent there. */
export function listProposals(
  documents: readonly BoardDocument[],
  { meeting }: OtherMeeting,
  { mappings, coming, sent, elsewhere }: Known,
): ListProposal[] {
  const used = usedIn(elsewhere, meeting)
  const of = coming.find(({ id }) => id === meeting)
  const files = documents.map(matchedFile)
  const timeOf = (id: string | undefined) =>
    files.find((file) => file.id === id)?.modifiedTime ?? ''
  const places = papersOfMeeting({ meeting }, mappings).map((slot) => {
    const id = mappingId(slot)
    const title = mappings[id]?.title ?? (isAgendaSlot(slot) ? slotName(slot) : '')
    return { id, title, documentId: mappings[id]?.documentId }
  })
  const shown = new Set(places.map(({ documentId }) => documentId))
  const taken = new Set<string>()
  return files
    .filter(({ id }) => !shown.has(id))
    .toSorted(newestFirst)
    .flatMap((file): ListProposal[] => {
      const match = matchOf(file, { coming, sent, meeting, used })
      if (!match) return []
      const title = titleInMeeting(file.name, of ?? { body: { id: '', name: '' } })
      const named = places.find((place) => isSameTitle(place.title, title) && !taken.has(place.id))
      if (!named) return [{ file, title, ...match }]
      if (timeOf(named.documentId) >= file.modifiedTime) return []
      taken.add(named.id)
      const replaces = contentName(mappings[named.id])
      const isChosen = match.isChosen && replaces === undefined
      const replaced = replaces === undefined ? {} : { replaces }
      return [{ file, title: named.title, place: named.id, ...match, isChosen, ...replaced }]
    })
    .toSorted(
      (a, b) =>
        Number(b.isChosen) - Number(a.isChosen) ||
        Number(!a.isChosen && used.has(a.file.id)) - Number(!b.isChosen && used.has(b.file.id)) ||
        byName.compare(a.file.name, b.file.name),
    )
}

type Matching = Pick<Known, 'coming' | 'sent'> & { meeting: string; used: ReadonlySet<string> }

function matchOf(file: PaperFile, { coming, sent, meeting, used }: Matching) {
  if (sent.includes(file.id)) return { isChosen: true, reason: 'Uploaded for this meeting' }
  const match = meetingOfPaper(file, coming)
  if (match?.meeting.id !== meeting) return undefined
  const { isSure, isDated, reason } = match
  // It was for the meeting that has it, unless it says otherwise.
  if (isDated || !used.has(file.id)) return { isChosen: isSure, reason }
  return { isChosen: false, reason: `${reason}, but it is a paper of another one` }
}

/** The ids of the documents that other meetings have. */
function usedIn(elsewhere: Mappings, meeting: string): ReadonlySet<string> {
  return new Set(
    Object.values(elsewhere).flatMap(({ id, documentId }) => {
      const of = meetingOfMapping(id)
      return documentId !== undefined && of && meetingId(of) !== meeting ? [documentId] : []
    }),
  )
}

function isSameTitle(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
