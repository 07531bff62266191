import { type NoteColor, noteColorNames } from './mark-colors.ts'
import { type NoteSubject, subjectName, subjectOf, targetFor } from './note-subject.ts'
import type { NoteMark } from './note-picture.ts'
import { compareMeetings, meetingOf } from './meeting-ref.ts'
import type { NamedMeeting } from './papers-by-quarter.ts'
import type { Quarter } from './quarter.ts'
import { shownQuotation } from './shown-quotation.ts'

type NoteTarget = Parameters<typeof subjectOf>[0] & { documentId?: string | undefined }

type Note = {
  id: string
  documentId: string
  color: NoteColor
  text: string
  target: NoteTarget
  placed?: NoteTarget | undefined
}

/** A note with its paper, as the API lists all notes of a person. */
type ListedNote = {
  note: Note
  paper: string
  title?: string | undefined
  isThere: boolean
  /** The quarters in which the reader sees the paper, newest first. */
  quarters: readonly Quarter[]
  /** The other meetings in which the reader sees the paper, newest first. */
  meetings?: readonly NamedMeeting[] | undefined
  destroyedOn?: string | undefined
  heldFor?: readonly string[] | undefined
}

/** A note's place in the version that the portal shows. */
type PlacedNote = {
  note: { id: string }
  place?: { page: number; ranges: readonly { from: number }[] } | undefined
  isPending?: boolean | undefined
}

type OfPaper = { note: Pick<Note, 'documentId'> }

type NotesOfPaper = { version: number; notes: readonly PlacedNote[] }

/** A note as lists show it. */
export type NoteEntry = Pick<Note, 'id' | 'color' | 'text'> & {
  quotation?: string
  /** What it is about, if not words: `The whole page`. */
  subject?: string
  /** What a picture of it shows on its page. */
  mark?: NoteMark
  /** The version with which its quotation was withdrawn. */
  withdrawnWith?: number
  /** Its place in the shown version, or its original place if it isn't placed there or the paper is gone. */
  page: number
  version: number
  /** False if its passage isn't in the version that the portal shows. */
  isPlaced: boolean
  /** Its passage is searched for once the portal has read the text of that version. */
  isPending?: boolean
  /** `YYYY-MM-DD`: on this day the foundation's policy destroys it. */
  destroyedOn?: string
  /** The reasons of legal holds that keep a note which the policy would destroy otherwise. */
  heldFor?: readonly string[]
}

/** A paper with notes on it. */
export type NotedPaper = {
  documentId: string
  name: string
  /** The newest meeting that shows it, if one does: a quarter, or another meeting. */
  quarter?: Quarter
  meeting?: NamedMeeting
  /** Whether the portal still has it. */
  isThere: boolean
  /** In the order of the paper. */
  notes: NoteEntry[]
}

/** All pages of a person's notes. */
export async function everyNote<Listed>(
  pageAfter: (after: string | undefined) => Promise<{ notes: Listed[]; next?: string | undefined }>,
): Promise<Listed[]> {
  const listed: Listed[] = []
  let after: string | undefined
  do {
    const { notes, next } = await pageAfter(after)
    listed.push(...notes)
    after = next
  } while (after !== undefined)
  return listed
}

/** How many papers' notes are requested at a time. */
const atOnce = 6

/**
 * The notes as they are placed in the shown version of each paper. Leaves out papers that can no longer be read, for
 * which `notesOf` resolves to null or rejects.
 */
export async function placedNotes<Placed extends NotesOfPaper>(
  listed: readonly (Pick<ListedNote, 'isThere'> & OfPaper)[],
  notesOf: (documentId: string) => Promise<Placed | null>,
): Promise<Map<string, Placed>> {
  const there = listed.filter(({ isThere }) => isThere)
  const left = [...new Set(there.map(({ note }) => note.documentId))]
  const placed = new Map<string, Placed>()
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      try {
        const notes = await notesOf(id)
        if (notes) placed.set(id, notes)
      } catch (error) {
        if (!isGone(error)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return placed
}

/** Whether a paper was removed, or all of its versions were withdrawn. The server's error and the browser's have codes. */
function isGone(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'notFound' || code === 'gone'
}

/** Each paper's notes, by the paper's id. */
export function notesByPaper<Listed extends OfPaper>(
  listed: readonly Listed[],
): Map<string, Listed[]> {
  return Map.groupBy(listed, ({ note }) => note.documentId)
}

/** The papers of a person's notes. `placed`: of each paper that can be read, its notes in the shown version. */
export function notedPapers(
  listed: readonly ListedNote[],
  placed: ReadonlyMap<string, NotesOfPaper>,
): NotedPaper[] {
  return [...notesByPaper(listed)].map(([id, notes]) => notedPaper(notes, placed.get(id)))
}

/** One paper of a person's notes. Without `shown`, its notes are where they were made. */
export function notedPaper(
  notes: readonly ListedNote[],
  shown: NotesOfPaper | undefined,
): NotedPaper {
  const [{ note, paper, title = paper, quarters, meetings }] = notes as [ListedNote]
  const placedById = new Map(shown?.notes.map((each) => [each.note.id, each]))
  return {
    documentId: note.documentId,
    name: title,
    isThere: shown !== undefined,
    ...newestOf(quarters, meetings),
    notes: notes
      .map(({ note: own, destroyedOn, heldFor }) => ({
        entry: {
          ...noteEntry(own, shown?.version, placedById.get(own.id)),
          ...(destroyedOn === undefined ? {} : { destroyedOn }),
          ...(heldFor === undefined ? {} : { heldFor }),
        },
        letter: placedById.get(own.id)?.place?.ranges[0]?.from ?? 0,
      }))
      .toSorted((a, b) => a.entry.page - b.entry.page || a.letter - b.letter)
      .map(({ entry }) => entry),
  }
}

/** The newest of the meetings that show a paper. */
function newestOf(
  [quarter]: readonly Quarter[],
  [meeting]: readonly NamedMeeting[] = [],
): Pick<NotedPaper, 'quarter' | 'meeting'> {
  const ref = meeting && meetingOf(meeting.id)
  if (meeting && ref && (!quarter || compareMeetings(ref, quarter) > 0)) return { meeting }
  return quarter ? { quarter } : {}
}

function noteEntry(
  note: Note,
  shown: number | undefined,
  placed: PlacedNote | undefined,
): NoteEntry {
  const { id, color, text } = note
  const place = placed?.place
  const isBrought = note.target.documentId !== undefined
  const version = (place || isBrought ? shown : undefined) ?? note.target.version
  const subject = subjectOf(place ? targetFor(note, version) : note.target)
  const { page, words, withdrawnWith } = subject
  return {
    id,
    color,
    text,
    page: place?.page ?? page,
    version,
    isPlaced: place !== undefined || shown === undefined,
    ...(placed?.isPending ? { isPending: true } : {}),
    ...(words ? { quotation: shownQuotation(words) } : {}),
    ...(withdrawnWith === undefined ? {} : { withdrawnWith }),
    ...(words || withdrawnWith !== undefined ? {} : { subject: subjectName(subject) }),
    ...markOf(subject),
  }
}

function markOf({ words, rectangle, ink }: NoteSubject): Pick<NoteEntry, 'mark'> {
  if (words || !(rectangle ?? ink)) return {}
  return { mark: { ...(rectangle && { rectangle }), ...(ink && { ink }) } }
}

/** Where a note is and what it is about, for lists on paper and in files. */
export function noteHeading(note: NoteEntry): string {
  const { page, version, color, subject, isPlaced, isPending } = note
  return [
    `Page ${page}, version ${version}`,
    noteColorNames[color],
    ...(subject === undefined ? [] : [subject]),
    ...(isPlaced ? [] : [isPending ? 'Not placed yet' : 'Not placed']),
  ].join(' · ')
}
