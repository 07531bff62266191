import type { ResourceMapping } from '@portal/contract/mappings'
import {
  answerEarlierNotes,
  eraseNotes,
  getNotes,
  listNotes,
  noteLimits,
  saveNotes,
} from '@portal/contract/notes'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { meetingOfMapping, slotOf } from '@portal/domain/ids'
import { slotName } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { Person } from '@portal/contract/portal'
import type { Context } from 'hono'
import {
  compareMeetings,
  isQuarterly,
  isSameMeeting,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import type { Serve } from '../../platform/http/serve.ts'
import type { AgendasService, MeetingRecords } from '../agendas/agendas-feature.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { rateLimit } from '../../platform/http/limits.ts'
import type { AppEnv } from '../../platform/http/request-context.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { createPagePictures } from '../sync/sync-feature.ts'
import { cacheByVersion, derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { createNotesPolicyService } from './notes-policy-service.ts'
import { createNotesService } from './notes-service.ts'
import { createPlacedNotesService } from './placed-notes-service.ts'
import type { KeptNote } from './stored-note.ts'
import { withdrawQuotations } from './withdraw-quotations.ts'

export { handOverHolds, holdsOf } from './hold-owners.ts'
export { forgetNotes, hasNotes, heldReasons } from './erase-notes.ts'
export type Notes = ReturnType<typeof createNotes>
export type { NoteOnPaper, NotesService } from './notes-service.ts'
export { keptNotesOf } from './stored-note.ts'
export { policyId, storedPolicy } from './stored-policy.ts'

/** Up to 4 MB of notes, which were validated when they were saved. */
const read = { isStripped: true }

/** Fast typing on two devices saves about once a second. */
const savesOfPerson = {
  most: noteLimits.savesPerMinute,
  perSeconds: 60,
  detail: 'Your notes are being saved too often. Please wait a minute.',
}

type Passage = Pick<KeptNote, 'id' | 'revision' | 'documentId' | 'target'>

const noContent = {
  color: 'yellow',
  text: '',
  paper: '',
  born: '',
  createdAt: '',
  changedAt: '',
} as const

type Parts = {
  documents: DocumentsService
  mappings: Pick<MappingsService, 'ofMeetings'>
  /** Every mapping, including hidden ones; the version increases with every change. */
  inMemory: {
    all: () => ResourceMapping[]
    version: () => number
    earlierDocuments: (id: string) => readonly string[]
    document: (id: string) => { absorbed?: readonly string[] | undefined } | undefined
  }
  agendas: Pick<AgendasService, 'published'>
  records: MeetingRecords
  visibility: Pick<VisibilityService, 'mayReadMeeting' | 'readerOf'>
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
  /** Deletes files made from a person's notes when these are erased or destroyed. */
  deleteDerivedFiles: (uid: string) => Promise<void>
}

export function createNotes(
  app: AppParts,
  {
    documents,
    mappings,
    inMemory,
    agendas,
    records,
    visibility,
    quarters,
    deleteDerivedFiles,
  }: Parts,
) {
  const { settings } = app
  const { timeZone } = settings.foundation
  // Includes hidden slots, whose notes are destroyed as well.
  const meetings = cacheByVersion(inMemory.version, () => meetingsOfPapers(inMemory.all()))
  const policy = createNotesPolicyService({
    ...app,
    timeZone,
    meetings: () => meetings(undefined),
    meetingDay: (meeting) =>
      isQuarterly(meeting) ? agendas.published(meeting)?.date : records.dayOf(meeting),
    nameOf: records.nameOf,
    mayReadMeeting: (person, meeting) =>
      visibility.mayReadMeeting(visibility.readerOf(person), meeting),
    isInPreparation: quarters.isInPreparation,
  })
  const meetingsOfMapped = derivedOnce((mapped: Readonly<Record<string, ResourceMapping>>) =>
    meetingsOfPapers(Object.values(mapped)),
  )
  const slotsOfMapped = derivedOnce((mapped: Readonly<Record<string, ResourceMapping>>) =>
    slotsByDocument(Object.values(mapped)),
  )
  const titlesOfMapped = derivedOnce((mapped: Readonly<Record<string, ResourceMapping>>) =>
    titlesByDocument(Object.values(mapped)),
  )
  const slotsOf = (person: Person, id: string) =>
    slotsOfMapped(mappings.ofMeetings(person)).get(id) ?? []
  const { blobs, heavyWork } = app
  const pictures = createPagePictures(blobs, heavyWork)
  const placed = createPlacedNotesService({ documents, pictures, heavyWork })
  const service = createNotesService({
    ...app,
    documents,
    placed,
    policy,
    earlierPapers: (person, id) => [
      ...new Set([
        ...slotsOf(person, id).flatMap(inMemory.earlierDocuments),
        // Uploads that became versions of the paper: admins may have made notes on them before.
        ...(inMemory.document(id)?.absorbed ?? []),
      ]),
    ],
    isInSlot: (person, id) => slotsOf(person, id).length > 0,
    meetings: (person) => meetingsOfMapped(mappings.ofMeetings(person)),
    nameOf: records.nameOf,
    titleOf: (person, { id, title }) =>
      titlesOfMapped(mappings.ofMeetings(person)).get(id) ?? title,
  })

  const mostSaves = rateLimit({ ...savesOfPerson, now: app.now })
  const limit = (c: Context<AppEnv>) => mostSaves(c.get('request').caller!.uid)
  const destruction = createNoteDestruction({ ...app, policy, deleteDerivedFiles })
  return {
    ...service,
    /** Where a passage that isn't a note's is in the shown version of its paper. */
    async placePassage(person: Person, passage: Passage, signal?: AbortSignal) {
      const { uid } = person
      const { documentId } = passage
      const { number: version } = await documents.version(person, documentId)
      const kept = { ...passage, ...noContent, uid }
      const of = { documentId, version, isShown: true }
      const [found] = await placed.place(person, [kept], of, signal)
      const { place, isPending } = found!
      return {
        documentId,
        version,
        ...(place ? { place } : {}),
        ...(isPending ? { isPending } : {}),
      }
    },
    destruction,
    quotations: {
      withdraw: (documentId: string, versions: ReadonlySet<number>) =>
        withdrawQuotations(app, documentId, versions),
    },
    ready: policy.ready,
    jobs: [destruction],
    routes(serve: Serve) {
      serve(
        getNotes,
        ({ person, params, query, signal }) =>
          service.get(person, params.id, query.version, query.after, signal),
        read,
      )
      serve(saveNotes, ({ person, body, signal }) => service.save(person, body, signal), {
        ...read,
        limit,
      })
      serve(
        answerEarlierNotes,
        ({ person, body, signal }) => service.answerEarlier(person, body, signal),
        { ...read, limit },
      )
      serve(listNotes, ({ person, query }) => service.list(person, query.after), read)
      serve(
        eraseNotes,
        async ({ person }) => {
          await service.erase(person)
          await deleteDerivedFiles(person.uid)
          return undefined
        },
        { limit },
      )
      serve(getNotesPolicy, ({ person }) => policy.get(person))
      serve(saveNotesPolicy, ({ person, body, revision }) => policy.save(person, body, revision))
    },
  }
}

/** The ids of the slots that show each document. */
function slotsByDocument(mapped: readonly ResourceMapping[]): Map<string, string[]> {
  const slots = new Map<string, string[]>()
  for (const mapping of mapped) {
    const { id, documentId } = mapping
    if (documentId === undefined || sourceOf(mapping) !== 'document') continue
    slots.set(documentId, [...(slots.get(documentId) ?? []), id])
  }
  return slots
}

/** The names of the slots that show each document, of the newest meeting if there are several. */
function titlesByDocument(mapped: readonly ResourceMapping[]): Map<string, string> {
  const byMeeting = mapped
    .map((mapping) => ({ mapping, meeting: meetingOfMapping(mapping.id) }))
    .toSorted(
      (a, b) => cardsFirst(a.meeting, b.meeting) || a.mapping.id.localeCompare(b.mapping.id),
    )
  return new Map(
    byMeeting.flatMap(({ mapping }): [string, string][] => {
      const { id, documentId, title } = mapping
      if (documentId === undefined || sourceOf(mapping) !== 'document') return []
      const slot = slotOf(id)
      const name = title?.trim() || (slot && slotName(slot))
      return name ? [[documentId, name]] : []
    }),
  )
}

/** Cards before the papers of meetings, and these from the oldest meeting to the newest. */
function cardsFirst(a: MeetingRef | undefined, b: MeetingRef | undefined): number {
  return a && b ? compareMeetings(a, b) : Number(a !== undefined) - Number(b !== undefined)
}

/** The meetings that papers are mapped to, by document, newest first. */
function meetingsOfPapers(
  mappings: Iterable<Pick<ResourceMapping, 'id' | 'documentId'>>,
): Map<string, MeetingRef[]> {
  const byPaper = new Map<string, MeetingRef[]>()
  for (const { id, documentId } of mappings) {
    const meeting = meetingOfMapping(id)
    if (documentId === undefined || !meeting) continue
    const meetings = byPaper.get(documentId) ?? []
    if (meetings.some((other) => isSameMeeting(other, meeting))) continue
    byPaper.set(
      documentId,
      [...meetings, meeting].toSorted((a, b) => compareMeetings(b, a)),
    )
  }
  return byPaper
}
