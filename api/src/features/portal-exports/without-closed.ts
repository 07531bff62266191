import { slotOf } from '@portal/domain/ids'
import { meetingId } from '@portal/domain/meeting-ref'
import { closedSession } from '@portal/domain/who-may-read'
import { accessCollection, auditCollection } from '../../platform/audit/audit-collections.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { closedKeys, normalItems } from '../agendas/agendas-feature.ts'
import type { ExportedCollection } from './exported-collections.ts'

type Value = Record<string, unknown>

/** The collections of what is closed to some readers. None of them is exported, regardless of who exports. */
const closedCollections = {
  papers: 'closed_documents',
  slots: 'closed_mappings',
  items: 'closed_items',
} as const

/** The collections whose items can be closed. */
const agendaCollections = ['agendas', 'meetings']

/** The collections that can name closed items and their papers. */
const withClosed: readonly ExportedCollection[] = [
  'resource_mappings',
  'meeting_papers',
  'paper_versions',
  'questions',
  'item_flags',
  accessCollection,
  auditCollection,
]

/** An open slot without a paper that is closed because of another slot, and without its title. */
function withoutPaper<D extends Value>(slot: D): D {
  const none = {
    documentId: undefined,
    documentName: undefined,
    webViewLink: undefined,
    title: undefined,
  }
  return { ...slot, ...none }
}

const placeKey = (meeting: unknown, item: unknown, slot?: unknown) =>
  JSON.stringify([meeting, item ?? null, slot ?? null])

/** The open items and papers of meetings. What is in no meeting any more may have been closed. */
async function openPlaces(read: (name: string) => Promise<Value[]>): Promise<Set<string>> {
  const agendas = [...(await read('agendas')), ...(await read('meetings'))]
  const keyOf = (id: string) => {
    const key = agendas.find((agenda) => agenda['id'] === id)?.['key']
    return typeof key === 'string' ? key : id
  }
  const items = agendas.flatMap((agenda) => {
    const keys = closedKeys(agenda)
    return normalItems(agenda).flatMap(({ id }, index) =>
      keys[index] === undefined ? [placeKey(keyOf(String(agenda['id'])), id)] : [],
    )
  })
  const mapped = [...(await read('resource_mappings')), ...(await read('meeting_papers'))]
  const slots = mapped.flatMap(({ id }) => {
    const slot = slotOf(String(id))
    if (slot?.kind !== 'meeting') return []
    return [placeKey(keyOf(meetingId(slot)), undefined, slot.materialType)]
  })
  return new Set([...items, ...slots])
}

/** A question without answers that are the asker's alone, and without a passage of a closed paper. */
function withoutPrivateAnswers<D extends Value>(about: D, papers: ReadonlySet<string>): D {
  const { answers, passage } = about
  const { documentId } = (passage ?? {}) as Value
  const shown = Array.isArray(answers)
    ? answers.filter((answer: Value) => answer['seenBy'] === 'question')
    : undefined
  return {
    ...about,
    ...(shown ? { answers: shown } : {}),
    ...(typeof documentId === 'string' && papers.has(documentId) ? { passage: undefined } : {}),
  }
}

/**
 * The pages of a collection without closed items and their papers, which no export has: admins who may not see a closed
 * session export too. Entries of the audit keep what happened, without the content.
 */
export async function* withoutClosed<D extends Value>(
  pages: AsyncIterable<D[]>,
  store: DocumentStore,
  collection: ExportedCollection,
): AsyncGenerator<D[]> {
  if (!withClosed.includes(collection)) return yield* pages
  const read = async (name: string) => {
    const found: Value[] = []
    for await (const page of rawCollection(store, name).pages()) found.push(...page)
    return found
  }
  const places = await read(closedCollections.slots)
  const slots = new Set(places.map(({ id }) => String(id)))
  // Closed slots know papers that are deleted.
  const held = places.flatMap(({ documentId, earlierDocuments }) => [
    ...(typeof documentId === 'string' ? [documentId] : []),
    ...textsIn(earlierDocuments),
  ])
  const stored = (await read(closedCollections.papers)).map(({ id }) => String(id))
  const records = await read(closedCollections.items)
  const deleted = records.flatMap(({ deletedPapers }) => textsIn(deletedPapers))
  const papers = new Set([...stored, ...held, ...deleted])
  if (collection === 'questions' || collection === 'item_flags') {
    const open = await openPlaces(read)
    for await (const page of pages) {
      yield page
        .filter(({ meeting, item, slot }) => open.has(placeKey(meeting, item, slot)))
        .map((about) => withoutPrivateAnswers(about, papers))
    }
    return
  }
  // An earlier release may have moved an agenda: its placeholders are in the new one.
  const current = new Map<unknown, string>()
  for (const name of records.length > 0 ? agendaCollections : []) {
    for (const { id, items: placed } of await read(name)) {
      for (const item of Array.isArray(placed) ? (placed as (Value | null)[]) : []) {
        if (typeof item?.['closed'] === 'string') current.set(item['closed'], String(id))
      }
    }
  }
  const items = new Set(
    records.flatMap(({ id: key, agenda, movedFrom, item }) => {
      const agendas = [String(agenda), current.get(key) ?? String(agenda), ...textsIn(movedFrom)]
      const id = String((item as Value | undefined)?.['id'])
      return agendas.map((each) => `${each}/${id}`)
    }),
  )
  const masked = (value: unknown, agenda: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => masked(each, agenda))
    if (typeof value !== 'object' || value === null) return value
    const { id, time, duration } = value as Value
    if (items.has(`${agenda}/${String(id)}`)) return { id, title: closedSession, time, duration }
    // A moved agenda has the values of each meeting under its id.
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        masked(each, /^\d{4}-/.test(name) ? name : agenda),
      ]),
    )
  }
  for await (const page of pages) {
    if (collection === 'paper_versions') {
      yield page.filter(({ paper }) => !papers.has(String(paper)))
      continue
    }
    if (collection !== auditCollection && collection !== accessCollection) {
      yield page.map((slot) => (papers.has(String(slot['documentId'])) ? withoutPaper(slot) : slot))
      continue
    }
    yield page.map((entry) => {
      const { subject, before, after } = entry
      const text = JSON.stringify([before, after])
      const isClosed =
        papers.has(String(subject)) ||
        slots.has(String(subject)) ||
        [...papers].some((id) => text.includes(JSON.stringify(id)))
      if (isClosed) return { ...entry, before: null, after: { name: closedSession } }
      if (items.size === 0) return entry
      const agenda = String(subject)
      return { ...entry, before: masked(before, agenda), after: masked(after, agenda) }
    })
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
