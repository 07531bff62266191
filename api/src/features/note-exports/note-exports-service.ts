import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlacedNote } from '@portal/contract/notes'
import { everyNote, notedPapers, placedNotes } from '@portal/domain/listed-notes'
import type { Person } from '@portal/contract/portal'
import { dateFormat } from '@portal/domain/date-format'
import { flowOf, type HeavyWork, type WorkerKind } from '../../platform/background/heavy-work.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { NotesService } from '../notes/notes-feature.ts'
import { Refusal } from '../../refusal.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'
import type { PagePictures } from '../sync/sync-feature.ts'
import { notePictures } from './note-pictures.ts'
import type { NotesToList } from './notes-list.ts'
import type { ChangeToMark } from './paper-marks.ts'

type ExportedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

export type NoteExportsService = {
  /** Makes a copy of a paper with the caller's notes as annotations; by default, of the shown version. */
  paper: (
    person: Person,
    id: string,
    version: number | undefined,
    /** Aborted when the caller disconnects. */
    signal: AbortSignal,
  ) => Promise<ExportedFile>
  /** Makes a PDF list of all of the caller's notes, or of those on one paper. */
  list: (
    person: Person,
    documentId: string | undefined,
    signal: AbortSignal,
  ) => Promise<ExportedFile>
}

export type NoteExportsParts = {
  documents: Pick<DocumentsService, 'version' | 'content' | 'read'>
  notes: Pick<NotesService, 'get' | 'list'>
  pictures: Pick<PagePictures, 'draw'>
  heavyWork: Pick<HeavyWork, 'run'>
  timeZone: string
  now: () => Date
}

export type PaperToAnnotate = {
  /** Path of the paper's PDF. */
  path: string
  version: number
  notes: readonly PlacedNote[]
  author: string
  /** What changed since another version, to be marked as well. */
  changes?: readonly ChangeToMark[]
}

/** `refused`: the PDF is protected with a password, or damaged. */
export type Annotated = { bytes?: Uint8Array<ArrayBuffer>; refused?: 'encrypted' | 'broken' }

export type ExportJob = { paper: PaperToAnnotate } | { list: NotesToList }

/** Makes PDFs of notes: 500 notes on 100 pages take about a second. */
export const exportWorker: WorkerKind<ExportJob, Annotated> = {
  name: 'note export',
  script: new URL('./export-worker.ts', import.meta.url),
  length: 'long',
  timeout: 60_000,
  memoryMb: 1024,
  idleTime: 30_000,
  longestWait: 60_000,
}

/** In bytes: a larger paper would exceed the worker's memory several times over. */
const largest = 200 * 1024 * 1024

const instead = 'Your notes can be saved as a list instead.'

export function createNoteExportsService({
  documents,
  notes: kept,
  pictures,
  heavyWork,
  timeZone,
  now,
}: NoteExportsParts): NoteExportsService {
  return {
    async paper(person, id, wanted, signal) {
      const { number: version, name, mimeType } = await documents.version(person, id, wanted)
      const { notes } = await kept.get(person, id, wanted, undefined, signal)
      if (notes.length === 0) throw new Refusal('notFound', `You have no notes on “${name}”.`)
      if (mimeType !== 'application/pdf') {
        throw new Refusal('conflict', `“${name}” isn’t a PDF. ${instead}`)
      }
      const content = await documents.content(person, id, 'original', wanted)
      if (content.size > largest) {
        throw new Refusal('conflict', `“${name}” is too large for a copy with notes. ${instead}`)
      }
      const caller = { by: flowOf(person), signal }
      const answer = await heavyWork.run(exportWorker, caller, async ({ ask }) => {
        const bytes = await documents.read(content)
        if (!bytes) throw new Refusal('notFound', `The file of “${name}” is missing. ${instead}`)
        return inWorkFolder(async (folder) => {
          // The worker reads the file without another copy in memory.
          const path = join(folder, 'paper.pdf')
          await writeFile(path, bytes)
          return ask({ paper: { path, version, notes, author: nameOf(person) } })
        })
      })
      if (answer?.refused === 'encrypted') {
        throw new Refusal(
          'conflict',
          `“${name}” is protected with a password, so notes can’t be written into a copy. ${instead}`,
        )
      }
      if (!answer?.bytes) {
        const why = answer
          ? 'is damaged, so notes can’t be written into a copy'
          : 'could not be copied'
        throw new Refusal('conflict', `“${name}” ${why}. ${instead}`)
      }
      return { name: copyName(name), bytes: answer.bytes }
    },

    async list(person, documentId, signal) {
      const all = await everyNote((after) => kept.list(person, after))
      const listed = all.filter(({ note }) => !documentId || note.documentId === documentId)
      const placed = await placedNotes(listed, (id) =>
        kept.get(person, id, undefined, undefined, signal),
      )
      const at = now()
      const day = dateFormat({ dateStyle: 'long', timeZone }).format(at)
      const about = { name: nameOf(person), day, at: at.toISOString() }
      const papers = notedPapers(listed, placed)
      const caller = { by: flowOf(person), signal }
      const versionOf = (id: string, version: number) => documents.version(person, id, version)
      const list = {
        ...about,
        papers,
        pictures: await notePictures(papers, { pictures, versionOf }, caller),
      }
      const answer = await heavyWork.run(exportWorker, caller, ({ ask }) => ask({ list }))
      const bytes = answer?.bytes
      if (!bytes) throw new Refusal('unavailable', 'The list could not be made. Please try again.')
      return { name: 'My notes.pdf', bytes }
    },
  }
}

function nameOf({ displayName, email }: Person): string {
  return displayName ?? email
}

/** `Budget.pdf` → `Budget with my notes.pdf` */
function copyName(name: string): string {
  return `${name.replace(/\.pdf$/i, '')} with my notes.pdf`
}
