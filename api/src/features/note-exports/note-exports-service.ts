import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { everyNote, notedPapers, placedNotes } from '@portal/domain/listed-notes'
import type { Person } from '@portal/contract/portal'
import { dateFormat } from '@portal/domain/date-format'
import { flowOf, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { NotesService } from '../notes/notes-feature.ts'
import { Refusal } from '../../refusal.ts'
import { makeWorkFolder } from '../../platform/files/work-folder.ts'
import { exportWorker } from './note-exporter.ts'

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
  heavyWork: Pick<HeavyWork, 'run'>
  timeZone: string
  now: () => Date
}

/** In bytes: a larger paper would exceed the worker's memory several times over. */
const largest = 200 * 1024 * 1024

const instead = 'Your notes can be saved as a list instead.'

export function createNoteExportsService({
  documents,
  notes: kept,
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
        return withFile(bytes, (path) =>
          ask({ paper: { path, version, notes, author: nameOf(person) } }),
        )
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
      const list = { ...about, papers: notedPapers(listed, placed) }
      const caller = { by: flowOf(person), signal }
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

/** Writes bytes to a temporary file for `use`, so that a worker reads them without another copy in memory. */
async function withFile<T>(
  bytes: ReadableStream<Uint8Array>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await makeWorkFolder()
  try {
    const path = join(folder, 'paper.pdf')
    await pipeline(Readable.fromWeb(bytes as NodeReadableStream), createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
