import type { BoardDocument } from '@portal/contract/documents'
import type { Reply } from '@portal/contract/endpoint'
import {
  type ListedNote,
  type listNotes,
  noteLimits,
  type Note,
  type NotePlace,
  type NotesOfPaper,
  type NotesSave,
  type NotesSaved,
  type PlacedNote,
} from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import type { Person } from '@portal/contract/portal'
import { isQuarterly, type MeetingRef, type OtherMeeting } from '@portal/domain/meeting-ref'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { NotesPolicyService } from './notes-policy-service.ts'
import type { PlacedNotesService } from './placed-notes-service.ts'
import {
  createEarlierNotes,
  type EarlierAnswer,
  type EarlierNotesParts,
  forgetDeclined,
} from './earlier-notes.ts'
import { refuseRepeatedNotes, saveIn } from './save-notes.ts'
import {
  allNotesOf,
  erasuresCollection,
  type KeptNote,
  shownNote,
  someNotesOf,
} from './stored-note.ts'
import { withoutContext, withoutWords, withoutWordsOf } from './withdraw-quotations.ts'
import { eraseNotesOf } from './erase-notes.ts'

export type NotesService = {
  /** The notes on a version of a paper, by default the shown one. */
  get: (
    person: Person,
    documentId: string,
    version: number | undefined,
    after?: string,
    signal?: AbortSignal,
  ) => Promise<NotesOfPaper>
  save: (person: Person, save: NotesSave, signal?: AbortSignal) => Promise<NotesSaved>
  /** Brings the notes from an earlier paper of the same slot, or declines that; see the contract. */
  answerEarlier: (
    person: Person,
    answer: EarlierAnswer,
    signal?: AbortSignal,
  ) => Promise<NotesOfPaper>
  list: (person: Person, after: string | undefined) => Promise<Reply<typeof listNotes>>
  /** All notes at once, without their ink, with the names of their papers. */
  all: (person: Person) => Promise<NoteOnPaper[]>
  /** The same notes without quotations of papers that the person may not read now; the same array until that changes. */
  readable: (person: Person, notes: readonly NoteOnPaper[]) => readonly NoteOnPaper[]
  erase: (person: Person) => Promise<void>
  /** Calls `listener` with the uid of a person whose notes changed on this instance; returns a function that stops it. */
  onChange: (listener: (uid: string) => void) => () => void
}

/** The maximum content of a page of a paper's notes: all that a paper may have. */
const mostOfPaper = { limit: noteLimits.perPaper, bytes: noteLimits.bytesPerPaper }

export type NoteOnPaper = Pick<ListedNote, 'note' | 'paper'>

export type NotesParts = Pick<EarlierNotesParts, 'earlierPapers' | 'isInSlot'> & {
  store: DocumentStore
  documents: Pick<DocumentsService, 'isHidden' | 'some' | 'version'>
  /** The meetings in which a person sees papers, by document, newest first. */
  meetings: (person: Person) => ReadonlyMap<string, readonly MeetingRef[]>
  /** What lists call a meeting. */
  nameOf: (meeting: OtherMeeting) => string
  /** What a paper is called where a person sees it. */
  titleOf: (person: Person, paper: Pick<BoardDocument, 'id' | 'title'>) => string
  placed: Pick<PlacedNotesService, 'place'>
  policy: Pick<NotesPolicyService, 'dayOf' | 'heldFor' | 'isDue'>
  now: () => Date
}

/** Notes on papers. They are private, so every method concerns only the caller's own. */
export function createNotesService({
  store,
  documents,
  earlierPapers,
  isInSlot,
  meetings,
  nameOf,
  titleOf,
  placed,
  policy,
  now,
}: NotesParts): NotesService {
  const erasures = erasuresCollection.in(store)
  const erasuresOf = async (uid: string) => (await erasures.get(uid))?.count ?? 0
  const place: PlacedNotesService['place'] = async (person, ...notes) => {
    const withPlaces = await placed.place(person, ...notes)
    return withPlaces.map((each) => ({ ...each, ...destructionOf(person, each.note) }))
  }
  const destructionOf = (owner: Person, note: Pick<KeptNote, 'documentId' | 'createdAt'>) => {
    const destroyedOn = policy.dayOf(owner, note)
    const heldFor = policy.heldFor(note)
    return {
      ...(destroyedOn === undefined ? {} : { destroyedOn }),
      ...(heldFor.length === 0 ? {} : { heldFor }),
    }
  }

  /**
   * The quotation of a paper that the person may not read at present is hidden, unless the paper that the note is on has
   * the same words.
   */
  const shownTo = (person: Person, note: Note, placedAt?: NotePlace): Note => {
    const { documentId, target } = note
    if (documents.isHidden(person, documentId)) return withoutWords(note)
    const isHidden =
      target.documentId !== undefined && documents.isHidden(person, target.documentId)
    if (!isHidden) return note
    const isThere = placedAt !== undefined && placedAt.how !== 'approximate'
    return { ...note, target: isThere ? withoutContext(target) : withoutWordsOf(target) }
  }
  const hiddenPapers = (person: Person, notes: readonly NoteOnPaper[]) => {
    const made = notes.flatMap(({ note: { documentId, target } }) => [
      documentId,
      target.documentId ?? documentId,
    ])
    return [...new Set(made)].filter((id) => documents.isHidden(person, id))
  }
  const placedFor = (person: Person, all: readonly PlacedNote[]): PlacedNote[] =>
    all.map((each) => ({ ...each, note: shownTo(person, each.note, each.place) }))

  const readable = new WeakMap<object, { hidden: string; notes: readonly NoteOnPaper[] }>()

  const listeners = new Set<(uid: string) => void>()
  const changed = (uid: string) => {
    for (const listener of listeners) listener(uid)
  }

  const earlierNotes = createEarlierNotes({
    store,
    documents,
    earlierPapers,
    isInSlot,
    now,
    changed,
  })

  const get: NotesService['get'] = async (person, documentId, requested, after, signal) => {
    const { number: version } = await documents.version(person, documentId, requested)
    // Read before the notes, so that a device that erases them meanwhile doesn't look outdated.
    const erased = await erasuresOf(person.uid)
    const earlier = await earlierNotes.of(person, documentId)
    const of = { uid: person.uid, documentId }
    const { notes, next } = await someNotesOf(store, of, { after, ...mostOfPaper })
    return {
      documentId,
      version,
      notes: placedFor(person, await place(person, notes, { documentId, version }, signal)),
      erasures: erased,
      ...(next === undefined ? {} : { next }),
      ...(earlier.length > 0 ? { earlier } : {}),
    }
  }

  return {
    get,

    async answerEarlier(person, answer, signal) {
      await earlierNotes.answer(person, answer)
      return get(person, answer.documentId, answer.version, undefined, signal)
    },

    async save(person, save, signal) {
      refuseRepeatedNotes(save)
      const { uid } = person
      const { documentId } = save
      const document = documents.some(person, [documentId]).get(documentId)
      const added = save.notes.filter(({ base }) => !base)
      if (!document && added.length > 0) {
        throw new Refusal('notFound', `Document not found: ${documentId}`)
      }
      const shown = document?.version ?? 1
      const unknown = added.find(
        ({ target }) => target.documentId === undefined && target.version > shown,
      )
      if (document && unknown) {
        throw new Refusal(
          'notFound',
          `“${document.name}” has no version ${unknown.target.version}.`,
        )
      }
      const request = { uid, save, paper: document?.name }
      const { notes, ...outcome } = await store.transaction((transaction) =>
        saveIn(transaction, {
          ...request,
          at: now(),
          isDestroyed: (createdAt) => policy.isDue({ documentId, createdAt }),
        }),
      )
      changed(uid)
      const version = save.version ?? shown
      const isShown = version === shown
      const of = { documentId, version, isShown }
      // They are saved, so a busy portal places them when they are read.
      const placedNotes = await place(person, notes, of, signal).catch((error: unknown) => {
        const isBusy = error instanceof Refusal && ['unavailable', 'tooMany'].includes(error.code)
        if (!isBusy) throw error
        return notes.map((kept) => ({
          note: shownNote(kept),
          isPending: true,
          ...destructionOf(person, kept),
        }))
      })
      return {
        ...outcome,
        notes: placedFor(person, placedNotes),
      }
    },

    async list(person, after) {
      const { uid } = person
      const erased = await erasuresOf(uid)
      const most = { after, limit: noteLimits.perPage, bytes: noteLimits.bytesPerPage }
      const { notes, next } = await someNotesOf(store, { uid }, most)
      const papers = documents.some(person, idsOf(notes))
      const seen = meetings(person)
      return {
        notes: notes.map((kept) => {
          const paper = papers.get(kept.documentId)
          const shownIn = seen.get(kept.documentId) ?? []
          const others = shownIn.flatMap((meeting) =>
            isQuarterly(meeting) ? [] : [{ id: meeting.meeting, name: nameOf(meeting) }],
          )
          return {
            note: shownTo(person, shownNote(kept)),
            paper: paper?.name ?? kept.paper,
            ...(paper && { title: titleOf(person, paper) }),
            isThere: paper !== undefined,
            quarters: shownIn.filter(isQuarterly),
            ...(others.length > 0 ? { meetings: others } : {}),
            ...destructionOf(person, kept),
          }
        }),
        ...(next === undefined ? {} : { next }),
        erasures: erased,
      }
    },

    async all(person) {
      const notes: KeptNote[] = []
      for await (const some of allNotesOf(store, { uid: person.uid })) {
        notes.push(...some.map(withoutInk))
      }
      const papers = documents.some(person, idsOf(notes))
      return notes.map((kept) => ({
        note: shownNote(kept),
        paper: papers.get(kept.documentId)?.name ?? kept.paper,
      }))
    },

    readable(person, notes) {
      const hidden = hiddenPapers(person, notes)
      if (hidden.length === 0) return notes
      const known = readable.get(notes)
      const key = hidden.join('\n')
      if (known?.hidden === key) return known.notes
      const shown = notes.map(({ note, ...rest }) => ({ ...rest, note: shownTo(person, note) }))
      readable.set(notes, { hidden: key, notes: shown })
      return shown
    },

    async erase({ uid }) {
      const at = now().toISOString()
      await store.transaction(async (transaction) => {
        const records = erasuresCollection.in(transaction)
        const record = await records.get(uid)
        await records.put(uid, { count: (record?.count ?? 0) + 1, at }, record)
      })
      await eraseNotesOf({ store, now }, uid)
      await forgetDeclined(store, uid)
      changed(uid)
    },

    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A page of handwriting has 80 KB. */
function withoutInk({ placed, ...note }: KeptNote): KeptNote {
  const plain = (target: NoteTarget): NoteTarget => ({
    ...target,
    selector: target.selector.filter(({ type }) => type !== 'SvgSelector'),
  })
  return { ...note, target: plain(note.target), ...(placed ? { placed: plain(placed) } : {}) }
}

function idsOf(notes: readonly Pick<KeptNote, 'documentId'>[]): Set<string> {
  return new Set(notes.map(({ documentId }) => documentId))
}
