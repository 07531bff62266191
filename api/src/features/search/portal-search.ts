import { paperProblemOf } from '@portal/domain/paper-problem'
import type { Person } from '@portal/contract/portal'
import {
  type Found,
  type FoundEverything,
  type FoundKind,
  foundKinds,
} from '@portal/contract/search-everything'
import { compareQuarters, type Quarter, quarterOf } from '@portal/domain/quarter'
import { hasOpenRecords, sightOf } from '../../access.ts'
import { flowOf, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
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
  agendas: Pick<AgendasService, 'contents'>
  directory: Pick<DirectoryService, 'list'>
  mappings: Pick<MappingsService, 'list'>
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

type Entries = () => SearchEntry[]

type RankedResult = { result: Found; tier: number; fit: number }

type KindResults = { hits: RankedResult[]; total: number }

type ParsedQuery = {
  q: string
  limit: number
  quarter: Quarter | undefined
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
    quarter,
    current,
    hidden,
    shown,
  }: ParsedQuery): Promise<KindResults> => {
    const ids = quarter && papersOf(shown, quarter)
    const boosts = boostsOf(
      [...shown].map(([id, [newest]]) => [id, newest]),
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
        const slot = slotIn(shown.get(id), quarter)
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
          ...(slot && { quarter: quarterOfSlot(slot), materialType: slot.materialType }),
          ...(page === undefined ? {} : { page }),
          ...(snippet && { snippet }),
          ...(first_page && { first_page }),
        }
        return [{ result, ...rankIn('paper', hit) }]
      }),
    }
  }

  const findListed = async (
    { q, limit, quarter, current, shown }: ParsedQuery,
    kind: FoundKind,
    searched: readonly Searched[],
    search: (query: ListQuery, entries: Entries) => Promise<IndexHits>,
  ): Promise<KindResults> => {
    const isOfQuarter = ({ documentId, quarter: own }: Found) =>
      documentId === undefined
        ? own !== undefined && isSame(own, quarter)
        : slotsIn(shown.get(documentId), quarter).length > 0
    const ids =
      quarter &&
      new Set(searched.filter(({ result }) => isOfQuarter(result)).map(({ entry }) => entry.id))
    const entries = () => searched.map(({ entry }) => entry)
    const boosts = boostsOf(
      searched.map(({ entry, result }) => [entry.id, result.quarter]),
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
        const slot = documentId === undefined ? undefined : slotIn(shown.get(documentId), quarter)
        const result = {
          ...known.result,
          ...(slot && { quarter: quarterOfSlot(slot), materialType: slot.materialType }),
          ...(snippet && { snippet }),
        }
        return [{ result, ...rankIn(kind, hit) }]
      }),
    }
  }

  return {
    async find(person, { q, kinds, year, quarter, limit }, signal) {
      refuseWordless(q)
      const inQuarter = wholeQuarter(year, quarter)
      const own = hasOpenRecords(person)
        ? notes.readable(person, await ownNotes.of(person))
        : noNotes
      const parsedQuery: ParsedQuery = {
        q,
        limit,
        quarter: inQuarter,
        current: quarterOf(now(), timeZone),
        hidden: () => hiddenPapers(person),
        shown: shownOf(mappings.list(person)),
      }
      const contents = agendas.contents(person)
      const entries = directory.list(person)
      const inList = (name: string, source: object) => (query: ListQuery, all: Entries) =>
        engine.find(query, { name, source, entries: all })
      const caller = { by: flowOf(person), signal }
      const [paper, agendaItem, people, note] = await Promise.all([
        findPapers(parsedQuery),
        findListed(
          parsedQuery,
          'agendaItem',
          itemsOf(contents),
          inList(`items: ${sightOf(person)}`, contents),
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

const byEntry = derivedOnce(
  (searched: readonly Searched[]) => new Map(searched.map((each) => [each.entry.id, each])),
)

function wholeQuarter(year: number | undefined, quarter: number | undefined): Quarter | undefined {
  if (year !== undefined && quarter !== undefined) return { year, quarter }
  if (year === undefined && quarter === undefined) return undefined
  throw new Refusal('badRequest', 'Please name both the year and the quarter, or neither.')
}

function papersOf(shown: ParsedQuery['shown'], quarter: Quarter): ReadonlySet<string> {
  const papers = [...shown].filter(([, slots]) => slotsIn(slots, quarter).length > 0)
  return new Set(papers.map(([id]) => id))
}

/** The newest slot that shows a paper, or the first one in this quarter. */
function slotIn(slots: readonly ShownIn[] | undefined, quarter: Quarter | undefined) {
  return slotsIn(slots, quarter)[0]
}

function slotsIn(slots: readonly ShownIn[] = [], quarter: Quarter | undefined): readonly ShownIn[] {
  return quarter ? slots.filter((slot) => isSame(slot, quarter)) : slots
}

function isSame(a: Quarter, b: Quarter | undefined): boolean {
  return b !== undefined && compareQuarters(a, b) === 0
}

function quarterOfSlot({ year, quarter }: ShownIn): Quarter {
  return { year, quarter }
}

/** A slot of a quarter that shows a paper. */
type ShownIn = Quarter & { materialType: string }

/** The slots that show each document, newest quarter first. */
function shownPapers(
  mappings: Readonly<Record<string, ResourceMapping>>,
): ReadonlyMap<string, readonly ShownIn[]> {
  const byPaper = new Map<string, ShownIn[]>()
  for (const mapping of Object.values(mappings)) {
    const { documentId, year, quarter, materialType } = mapping
    if (documentId === undefined || sourceOf(mapping) !== 'document') continue
    if (year === undefined || quarter === undefined || materialType === undefined) continue
    const others = byPaper.get(documentId) ?? []
    byPaper.set(documentId, [...others, { year, quarter, materialType }])
  }
  for (const [id, slots] of byPaper) {
    byPaper.set(
      id,
      slots.toSorted((a, b) => compareQuarters(b, a)),
    )
  }
  return byPaper
}
