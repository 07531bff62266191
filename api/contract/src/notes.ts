import { noteColors } from '@portal/domain/mark-colors'
import * as z from 'zod/mini'
import { nobodyElseReceives } from '@portal/domain/privacy-promise'
import { largest, paperVersion, revisionNumber } from './bounds.ts'
import { documentParams, versionNumber } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { noteTarget, noteTargetLimits } from './note-target.ts'
import { longText } from './texts.ts'

/**
 * The most that one person can write, far beyond what anyone does: 50 full pages of handwriting on a paper, and ten years
 * of a heavy use of the pencil. Lengths in UTF-16 units.
 */
export const noteLimits = {
  perPaper: 2000,
  perSave: 100,
  /** Of a list. */
  perPage: 500,
  /** The bytes of a note's record, as JSON: the longest text in any script, and a page of handwriting. */
  bytes: 200_000,
  /** The bytes of the notes that one save names, as sent or as stored; a save of one note is never too large. */
  bytesPerSave: 1_000_000,
  /** The bytes of a page of a list, and of the notes on one paper. */
  bytesPerPage: 1_000_000,
  bytesPerPaper: 4_000_000,
  bytesOfPerson: 50_000_000,
  /** Requests that change notes. */
  savesPerMinute: 120,
  text: 20_000,
  ...noteTargetLimits,
} as const

/** @deprecated Import them from `@portal/contract/note-target`. */
export {
  inkSelector,
  noteSelector,
  type NoteSelector,
  noteTarget,
  type NoteTarget,
  pageSelector,
  positionSelector,
  quoteSelector,
  rectangleSelector,
} from './note-target.ts'

/** @deprecated Import them from `@portal/domain/mark-colors`. */
export { type NoteColor, noteColors } from '@portal/domain/mark-colors'
export const noteColor = z.enum(noteColors)

/** The limits that a new or longer note may not exceed; see `noteLimits`. */
export const noteLimit = z.enum(['perPaper', 'bytesPerPaper', 'bytesOfPerson'])
export type NoteLimit = z.infer<typeof noteLimit>

/** What its owner decides about a note. */
const noteContent = {
  color: noteColor,
  /** Plain text; empty for a highlight or ink without words. */
  text: longText(noteLimits.text),
  /** Where it was made. It never changes. */
  target: noteTarget,
  /** Where its owner has placed it by hand in a later version. */
  placed: z.optional(noteTarget),
  /** The newest version for which its owner has dismissed it from the notes that aren't placed. */
  dismissed: z.optional(z.number().check(z.lte(largest.version))),
}

/** A highlight, a note or ink on a paper: its owner's alone. */
export const note = z.object({
  /** A UUID that the device makes. */
  id: z.uuid(),
  documentId: z.string(),
  ...noteContent,
  /** Longer than a save may be only if devices' changes were merged. */
  text: z.string(),
  /** Grows with every change, also when a removed note is brought back. */
  revision: z.number(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  changedAt: z.string(),
})
export type Note = z.infer<typeof note>

/** Where a note is in the version that is shown: letters of a page, or the page without ranges. */
export const notePlace = z.object({
  /** From 1. */
  page: z.number(),
  /** Letters from `from` to `to`, which isn't included, page by page. */
  ranges: z.array(z.object({ page: z.number(), from: z.number(), to: z.number() })),
  /** `approximate`: the words have changed, and these are the most alike. */
  how: z.enum(['same', 'moved', 'approximate', 'byHand']),
})
export type NotePlace = z.infer<typeof notePlace>

/** A note on the requested version; without a place, its passage couldn't be found there. */
export const placedNote = z.object({
  note,
  place: z.optional(notePlace),
  /** It has no place yet, because the text of a version hasn't been read or the portal is busy: request it again. */
  isPending: z.optional(z.boolean()),
  /** `YYYY-MM-DD`: on this day the foundation's policy destroys it; absent if none does, or a hold keeps it. */
  destroyedOn: z.optional(z.string()),
  /**
   * The reasons of legal holds that keep a note which the policy would destroy otherwise. Absent while there are none.
   */
  heldFor: z.optional(z.array(z.string())),
})
export type PlacedNote = z.infer<typeof placedNote>

/** How often the caller has erased all notes: a save repeats the number that its device knows. */
const erasures = z.number().check(z.int(), z.gte(0), z.lte(largest.revision))

/** A paper that was shown in the same place before, with notes of the caller that can be brought along. */
const earlierPaper = z.object({
  documentId: z.string(),
  /** The name that it has now, or had last. */
  paper: z.string(),
  /** The number of notes. */
  notes: z.number(),
})
export type EarlierPaper = z.infer<typeof earlierPaper>

export const notesOfPaper = z.object({
  documentId: z.string(),
  version: z.number(),
  notes: z.array(placedNote),
  /** Absent on the last page; there is a second one only for notes of an earlier release that are more than a paper may have. */
  next: z.optional(z.string()),
  erasures,
  /** Absent without any, and once the caller has declined. */
  earlier: z.optional(z.array(earlierPaper)),
})
export type NotesOfPaper = z.infer<typeof notesOfPaper>

export const getNotes = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/notes',
  callers: 'members',
  personal: 'records',
  summary: `The caller’s own notes on a paper, placed in one of its versions, by default the shown one. ${nobodyElseReceives('them')}`,
  params: documentParams,
  query: z.object({
    version: z.optional(versionNumber),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: notesOfPaper,
})

/**
 * Brought notes are placed like notes of an earlier version; what isn't found stays without a place. They leave the
 * earlier paper, unless another slot still shows it there. Declined notes stay where they are, and aren't offered again.
 */
export const answerEarlierNotes = endpoint({
  method: 'POST',
  path: '/api/notes/earlier',
  callers: 'members',
  personal: 'records',
  summary:
    'Brings the caller’s notes along from a paper that was shown in the same place before, or declines that. Returns the notes on the paper. Repeating it changes nothing. Both papers are in the body, so that no log names them.',
  body: z.object({
    documentId: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The version to place the returned notes in, by default the shown one. */
    version: z.optional(paperVersion),
    earlier: z.string().check(z.minLength(1), z.maxLength(200)),
    answer: z.enum(['bring', 'decline']),
  }),
  reply: notesOfPaper,
  fresh: 'own',
})

/** The state that a change was made from, as the device got it. */
export const noteBase = z.object({
  revision: revisionNumber,
  color: noteColor,
  text: longText(10 * noteLimits.text),
  placed: noteContent.placed,
  dismissed: noteContent.dismissed,
})
export type NoteBase = z.infer<typeof noteBase>

export const savedNote = z.object({
  id: z.uuid(),
  /** When it was written, by the device's clock: ISO 8601, UTC. It never changes. */
  createdAt: z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** Absent until the device has got an answer for the note. */
  base: z.optional(noteBase),
  ...noteContent,
})
export type SavedNote = z.infer<typeof savedNote>

/** The revision of a removed note that the device has got no answer for: removed as it was created. */
export const unansweredRevision = Number.MAX_SAFE_INTEGER

const removedNote = z.object({
  id: z.uuid(),
  revision: z.union([revisionNumber, z.literal(unansweredRevision)]),
})

export const notesSave = z.object({
  documentId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The version to place the returned notes in, by default the shown one. */
  version: z.optional(paperVersion),
  erasures,
  notes: z.array(savedNote).check(z.maxLength(noteLimits.perSave)),
  removed: z.array(removedNote).check(z.maxLength(noteLimits.perSave)),
})
export type NotesSave = z.infer<typeof notesSave>

export const notesSaved = z.object({
  /** Those of the save as they are now, and those that a removal left because they had changed. */
  notes: z.array(placedNote),
  /** The ids of the save that are removed, erased or destroyed now. */
  removed: z.array(z.string()),
  /** The ids of notes that were not added or changed, because there is no room for them. */
  full: z.array(z.string()),
  /** Which limit leaves no room for the first of them; absent if there is none. */
  fullBy: z.optional(z.catch(noteLimit, 'perPaper')),
  erasures,
})
export type NotesSaved = z.infer<typeof notesSaved>

/**
 * Changes of several devices are merged: text word by word, of everything else the changed value counts. A change brings
 * a note back that another device removed; a removal leaves a note that has changed since its revision. What was erased
 * stays erased: a save that doesn't know of it adds only notes that were written afterwards.
 */
export const saveNotes = endpoint({
  method: 'PUT',
  path: '/api/notes',
  callers: 'members',
  personal: 'records',
  summary:
    'Adds, changes and removes notes of the caller on one paper, and returns them as they are now. Saves may be repeated, late and from several devices. A note may have 200 KB, the notes of a save 1 MB together, those on a paper 4 MB, and all of a person 50 MB. The paper is in the body, so that no log names it.',
  body: notesSave,
  reply: notesSaved,
  fresh: 'own',
})

/** A note with its paper, for a list of all notes. */
export const listedNote = z.object({
  note,
  /** The name that the paper has now, or had last. */
  paper: z.string(),
  /** What the paper is called where it is shown: its slot's name, else its own title. Absent once it is gone. */
  title: z.optional(z.string()),
  /** The paper is still in the portal. */
  isThere: z.boolean(),
  /** The quarters in which the caller sees the paper, newest first. */
  quarters: z.array(z.object({ year: z.number(), quarter: z.number() })),
  /** The other meetings in which the caller sees the paper, newest first, as lists call them; absent without any. */
  meetings: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  destroyedOn: placedNote.shape.destroyedOn,
  heldFor: placedNote.shape.heldFor,
})
export type ListedNote = z.infer<typeof listedNote>

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/notes',
  callers: 'members',
  personal: 'records',
  summary: `All notes of the caller with their papers, paged by number and size. ${nobodyElseReceives('them')}`,
  query: z.object({
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({
    notes: z.array(listedNote),
    /** Absent on the last page. */
    next: z.optional(z.string()),
    erasures,
  }),
})

export const eraseNotes = endpoint({
  method: 'DELETE',
  path: '/api/notes',
  callers: 'members',
  personal: 'records',
  summary:
    'Erases all notes of the caller, at once. A device that was offline doesn’t bring them back. Repeating it changes nothing.',
  fresh: 'own',
})
