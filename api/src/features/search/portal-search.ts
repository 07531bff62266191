import { paperProblemOf } from '@portal/domain/paper-problem'
import type { Person } from '@portal/contract/portal'
import {
  type Found,
  type FoundEverything,
  type FoundKind,
  foundKinds,
} from '@portal/contract/search-everything'
import { meetingOfMapping, slotOf } from '@portal/domain/ids'
import {
  bodyOfMeeting,
  compareMeetings,
  isQuarterly,
  isSameMeeting,
  meetingOf,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { type Quarter, quarterOf } from '@portal/domain/quarter'
import { hasOpenRecords } from '../../access.ts'
import { flowOf, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { AgendasService, MeetingRecords } from '../agendas/agendas-feature.ts'
import type { DirectoryService } from '../directory/directory-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { NoteOnPaper, NotesService } from '../notes/notes-feature.ts'
import { Refusal } from '../../refusal.ts'
import { derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { SearchEntry } from './entry-index.ts'
import { createNotesFinder } from './notes-finder.ts'
import type { IndexHits } from './sqlite-search-index.ts'
import { boostsOf, rankIn } from './result-rank.ts'
import { createOwnNotes } from './own-notes.ts'
import { type HiddenPapers, refuseWordless } from './search-service.ts'
import type { SearchEngine } from './search-engine.ts'
import { type Searched, searchedItems, searchedNotes, searchedPeople } from './searched-lists.ts'
import type { ResourceMapping } from '@portal/contract/mappings'
import { sourceOf } from '@portal/domain/slot-source'

type Question = {
  q: string
  /** Kinds separated by commas; all if undefined. */
  kinds?: string | undefined
  year?: number | undefined
  quarter?: number | undefined
  meeting?: string | undefined
  body?: string | undefined
  limit: number
}

export type PortalSearch = {
  /** Finds what matches the words of `q` and the person may open. Refuses with `badRequest` if `q` has no word. */
  find: (person: Person, question: Question, signal?: AbortSignal) => Promise<FoundEverything>
  /** Drops the cached notes of a person whose account is deleted. */
  forget: (uid: string) => void
  stop: () => void
}

export type PortalSearchParts = {
  engine: SearchEngine
  hiddenPapers: HiddenPapers
  agendas: Pick<AgendasService, 'ofMeetings' | 'unfiltered'>
  directory: Pick<DirectoryService, 'list'>
  mappings: Pick<MappingsService, 'ofMeetings'>
  records: Pick<MeetingRecords, 'nameOf'>
  notes: Pick<NotesService, 'all' | 'readable' | 'onChange'>
  heavyWork: Pick<HeavyWork, 'run'>
  now: () => Date
  timeZone: string
}

type ListQuery = {
  q: string
  limit: number
  ids: ReadonlySet<string> | undefined
  boosts: ReadonlyMap<string, number>
}

type MeetingFilter = (meeting: MeetingRef) => boolean

type Entries = () => SearchEntry[]

type RankedResult = { result: Found; tier: number; fit: number }

type KindResults = { hits: RankedResult[]; total: number }

type ParsedQuery = {
  q: string
  limit: number
  /** Undefined for what belongs to any meeting, or to none. */
  isWanted: MeetingFilter | undefined
  /** The quarter of the upcoming meeting. */
  current: Quarter
  hidden: () => ReadonlySet<string>
  /** The slots that show each paper to the caller. */
  shown: ReadonlyMap<string, readonly ShownIn[]>
}

/** Reads every source with the caller's rights before searching it, so that no count includes what they can't open. */
export function createPortalSearch({
  engine,
  hiddenPapers,
  agendas,
  directory,
  mappings,
  records,
  notes,
  heavyWork,
  now,
  timeZone,
}: PortalSearchParts): PortalSearch {
  const ownNotes = createOwnNotes({ notes, now })
  const findNotes = createNotesFinder(heavyWork)
  const shownOf = derivedOnce(shownPapers)
  const itemsOf = derivedOnce(searchedItems)
  const peopleOf = derivedOnce(searchedPeople)
  const searchedNotesOf = derivedOnce(searchedNotes)

  const findPapers = async ({
    q,
    limit,
    isWanted,
    current,
    hidden,
    shown,
  }: ParsedQuery): Promise<KindResults> => {
    const ids = isWanted && papersOf(shown, isWanted)
    const boosts = boostsOf(
      [...shown].map(([id, [newest]]) => [id, newest?.meeting]),
      current,
    )
    const { hits, total } = await engine.find({ q, limit, ids, boosts, hidden })
    return {
      total,
      hits: hits.flatMap((hit) => {
        const { id, page, pages, snippet } = hit
        const document = engine.document(id)
        // Already removed from the drive, but not yet from the index.
        if (!document) return []
        const { title, path, mime_type, condition, first_page } = document
        const problem = paperProblemOf(document)
        const result = {
          kind: 'paper',
          id,
          title,
          place: path,
          pages,
          mime_type,
          condition,
          ...(problem && { problem }),
          ...meetingsIn(shown.get(id), isWanted),
          ...(page === undefined ? {} : { page }),
          ...(snippet && { snippet }),
          ...(first_page && { first_page }),
        }
        return [{ result, ...rankIn('paper', hit) }]
      }),
    }
  }

  /** Everybody's items are one list, in which the index finds only those that the reader sees. */
  const findItems = (query: ListQuery, own: readonly Searched[]) => {
    const source = agendas.unfiltered()
    const entries = () => itemsOf(source).map(({ entry }) => entry)
    return engine.find(
      { ...query, ids: query.ids ?? idsOf(own) },
      { name: 'items', source, entries },
    )
  }

  const findListed = async (
    { q, limit, isWanted, current, shown }: ParsedQuery,
    kind: FoundKind,
    searched: readonly Searched[],
    search: (query: ListQuery, entries: Entries) => Promise<IndexHits>,
  ): Promise<KindResults> => {
    const isOfMeeting = ({ documentId, ...own }: Found, only: MeetingFilter) => {
      if (documentId !== undefined) return slotsIn(shown.get(documentId), only).length > 0
      const meeting = meetingOfResult(own)
      return meeting !== undefined && only(meeting)
    }
    const ids =
      isWanted &&
      new Set(
        searched.filter(({ result }) => isOfMeeting(result, isWanted)).map(({ entry }) => entry.id),
      )
    const entries = () => searched.map(({ entry }) => entry)
    const boosts = boostsOf(
      searched.map(({ entry, result }) => [entry.id, meetingOfResult(result)]),
      current,
    )
    const { hits, total } = await search({ q, limit, ids, boosts }, entries)
    const byId = byEntry(searched)
    return {
      total,
      hits: hits.flatMap((hit) => {
        const { id, snippet } = hit
        const known = byId.get(id)
        if (!known) return []
        const { documentId } = known.result
        const result = {
          ...known.result,
          ...(documentId === undefined ? {} : meetingsIn(shown.get(documentId), isWanted)),
          ...(snippet && { snippet }),
        }
        return [{ result, ...rankIn(kind, hit) }]
      }),
    }
  }

  /** The newest quarter and slot that show a paper, and another meeting that is newer than that. */
  const meetingsIn = (
    all: readonly ShownIn[] | undefined,
    isWanted: MeetingFilter | undefined,
  ): Pick<Found, 'quarter' | 'materialType' | 'meeting'> => {
    const slots = slotsIn(all, isWanted)
    const slot = slots.find(({ meeting }) => isQuarterly(meeting))
    const [newest] = slots
    return {
      ...(slot && isQuarterly(slot.meeting)
        ? { quarter: slot.meeting, materialType: slot.materialType }
        : {}),
      ...(newest && !isQuarterly(newest.meeting)
        ? {
            meeting: {
              id: newest.meeting.meeting,
              name: records.nameOf(newest.meeting),
              materialType: newest.materialType,
            },
          }
        : {}),
    }
  }

  return {
    async find(person, { q, kinds, limit, ...filter }, signal) {
      refuseWordless(q)
      const isWanted = filterOf(filter)
      const own = hasOpenRecords(person)
        ? notes.readable(person, await ownNotes.of(person))
        : noNotes
      const parsedQuery: ParsedQuery = {
        q,
        limit,
        isWanted,
        current: quarterOf(now(), timeZone),
        hidden: () => hiddenPapers(person),
        shown: shownOf(mappings.ofMeetings(person)),
      }
      const contents = agendas.ofMeetings(person)
      const entries = directory.list(person)
      const inList = (name: string, source: object) => (query: ListQuery, all: Entries) =>
        engine.find(query, { name, source, entries: all })
      const caller = { by: flowOf(person), signal }
      const [paper, agendaItem, people, note] = await Promise.all([
        findPapers(parsedQuery),
        findListed(parsedQuery, 'agendaItem', itemsOf(contents), (query) =>
          findItems(query, itemsOf(contents)),
        ),
        findListed(parsedQuery, 'person', peopleOf(entries), inList('people', entries)),
        findListed(parsedQuery, 'note', searchedNotesOf(own), (query, all) =>
          findNotes(query, { source: own, entries: all() }, caller),
        ),
      ])
      const all: Record<FoundKind, KindResults> = { paper, agendaItem, person: people, note }
      const wanted = foundKinds.filter((kind) => !kinds || kinds.split(',').includes(kind))
      const ranked = wanted
        .flatMap((kind) => all[kind].hits)
        .toSorted((a, b) => a.tier - b.tier || b.fit - a.fit)
      return {
        found: ranked.slice(0, limit).map(({ result }) => result),
        counts: Object.fromEntries(foundKinds.map((kind) => [kind, all[kind].total])),
        total: wanted.reduce((sum, kind) => sum + all[kind].total, 0),
        complete: engine.isComplete(),
      }
    },
    forget: ownNotes.drop,
    stop: ownNotes.stop,
  }
}

const noNotes: readonly NoteOnPaper[] = []

const idsOf = derivedOnce(
  (searched: readonly Searched[]) => new Set(searched.map(({ entry }) => entry.id)),
)

const byEntry = derivedOnce(
  (searched: readonly Searched[]) => new Map(searched.map((each) => [each.entry.id, each])),
)

function wholeQuarter(year: number | undefined, quarter: number | undefined): Quarter | undefined {
  if (year !== undefined && quarter !== undefined) return { year, quarter }
  if (year === undefined && quarter === undefined) return undefined
  throw new Refusal('badRequest', 'Please name both the year and the quarter, or neither.')
}

/** Which meetings a search is limited to. */
function filterOf({
  year,
  quarter,
  meeting: id,
  body,
}: Omit<Question, 'q' | 'kinds' | 'limit'>): MeetingFilter | undefined {
  const named = [wholeQuarter(year, quarter), id === undefined ? undefined : meetingOf(id)]
  const wanted = named.filter((meeting) => meeting !== undefined)
  if (wanted.length === 0 && body === undefined) return undefined
  return (meeting) =>
    wanted.every((each) => isSameMeeting(each, meeting)) &&
    (body === undefined || bodyOfMeeting(meeting) === body)
}

function papersOf(shown: ParsedQuery['shown'], isWanted: MeetingFilter): ReadonlySet<string> {
  const papers = [...shown].filter(([, slots]) => slotsIn(slots, isWanted).length > 0)
  return new Set(papers.map(([id]) => id))
}

/** The slots that show a paper, newest meeting first. */
function slotsIn(
  slots: readonly ShownIn[] = [],
  isWanted: MeetingFilter | undefined,
): readonly ShownIn[] {
  return isWanted ? slots.filter(({ meeting }) => isWanted(meeting)) : slots
}

function meetingOfResult({ meeting, quarter }: Found | Omit<Found, 'documentId'>) {
  return meeting ? meetingOf(meeting.id) : quarter
}

/** A slot of a meeting that shows a paper. */
type ShownIn = { meeting: MeetingRef; materialType: string }

/** The slots that show each document, newest meeting first. */
function shownPapers(
  mappings: Readonly<Record<string, ResourceMapping>>,
): ReadonlyMap<string, readonly ShownIn[]> {
  const byPaper = new Map<string, ShownIn[]>()
  for (const mapping of Object.values(mappings)) {
    const { id, documentId } = mapping
    if (documentId === undefined || sourceOf(mapping) !== 'document') continue
    const [slot, meeting] = [slotOf(id), meetingOfMapping(id)]
    if (slot?.kind !== 'meeting' || !meeting) continue
    const others = byPaper.get(documentId) ?? []
    byPaper.set(documentId, [...others, { meeting, materialType: slot.materialType }])
  }
  for (const [id, slots] of byPaper) {
    byPaper.set(
      id,
      slots.toSorted((a, b) => compareMeetings(b.meeting, a.meeting)),
    )
  }
  return byPaper
}
