import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person } from '@portal/contract/portal'
import type { Flow, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'
import { AlteredBytesError } from '../../platform/store/verified-stream.ts'
import { Refusal, isDiskFull } from '../../refusal.ts'
import type { DocumentsService, PaperDamageService } from '../documents/documents-feature.ts'
import type { NotesService } from '../notes/notes-feature.ts'
import type { ChangesService } from '../paper-changes/paper-changes-feature.ts'
import {
  type BookInput,
  type BookJob,
  type BookOutcome,
  type BookPaper,
  type BookPlan,
  type BuiltBook,
  type IncludedVersion,
  type PlannedPaper,
  unmarked,
} from './book.ts'
import { createChangeFinder } from './book-changes.ts'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'

export type BookBuilderParts = {
  documents: Pick<DocumentsService, 'content' | 'read'>
  damage: Pick<PaperDamageService, 'damaged'>
  notes: Pick<NotesService, 'get'>
  changes: Pick<ChangesService, 'get'>
  /** Returns a picture of the foundation by its address. */
  picture: (address: string) => Uint8Array | undefined
  heavyWork: Pick<HeavyWork, 'run'>
}

/** Makes board books: 20 papers of 400 pages and 60 MB take a few seconds. */
export const bookWorker: WorkerKind<BookJob, BookOutcome> = {
  name: 'board book',
  script: new URL('./book-worker.ts', import.meta.url),
  length: 'long',
  timeout: 300_000,
  memoryMb: 1024,
  // It needs several times the memory of a book.
  idleTime: 10_000,
  longestWait: 10 * 60_000,
}

/** An original can't be read: the book is planned again without it. */
export class PaperVanished extends Error {
  readonly sha256: string

  constructor(sha256: string, options?: ErrorOptions) {
    super('A paper could not be read while a board book was made.', options)
    this.sha256 = sha256
  }
}

/** Why a book could not be made, as one sentence for the person who requested it. */
class BookFailed extends Error {}

type Building = {
  plan: BookPlan
  reader: Person
  flow: Flow
  signal: AbortSignal
  onProgress: (done: number) => void
}

export type BookBuilder = {
  /** Makes a book and passes it to `use`; its file is deleted afterwards. */
  build: <T>(building: Building, use: (book: BuiltBook) => Promise<T>) => Promise<T>
}

/** How often the worker's progress is polled, in ms. */
const lookInterval = 250

export function createBookBuilder({
  documents,
  damage,
  notes,
  changes,
  picture,
  heavyWork,
}: BookBuilderParts): BookBuilder {
  /** Writes the original to a file, so that the worker reads it without a second copy in memory. */
  const fetched = async (reader: Person, paper: IncludedVersion, to: string) => {
    try {
      const { documentId, version } = paper
      const content = await documents.content(reader, documentId, 'original', version)
      const bytes = content.original === paper.sha256 ? await documents.read(content) : undefined
      if (!bytes) throw new PaperVanished(paper.sha256)
      await writeFile(to, bytes)
    } catch (cause) {
      // A broken connection says nothing about the paper: this book fails, and the next request makes it again.
      if (!isOfPaper(cause)) throw cause
      // A withdrawn paper isn't damaged; the next plan has a page for it.
      const isGone = cause instanceof Refusal && cause.code === 'gone'
      if (!isGone) await damage.damaged(paper.sha256, 'original')
      throw new PaperVanished(paper.sha256, { cause })
    }
  }

  const changeOf = createChangeFinder(changes)

  /**
   * The worker's input, and the papers that it reads from files. Unchanged papers are left out, so the agenda refers to
   * the positions in the book.
   */
  const inputOf = async (building: Building, folder: string) => {
    const { plan, reader, signal } = building
    const { author = '' } = plan
    const papers: BookPaper[] = []
    const sources: PlannedPaper[] = []
    const files: { paper: IncludedVersion; path: string }[] = []
    const leftOut = {
      unchanged: new Array<string>(),
      sameWords: new Array<string>(),
      uncompared: new Array<string>(),
    }
    const places = new Map<number, number>()
    for (const [index, planned] of plan.papers.entries()) {
      const { materialType: _slot, content, notes: hasNotes, ...base } = planned
      const isCopied = 'sha256' in content
      const change = plan.since ? await changeOf(building, content) : {}
      if (typeof change === 'string') {
        leftOut[change].push(base.name)
        continue
      }
      places.set(index, papers.length)
      sources.push(planned)
      if (!isCopied) {
        papers.push({ ...base, content })
        continue
      }
      const path = join(folder, `${index}.pdf`)
      files.push({ paper: content, path })
      const { documentId, version, sha256 } = content
      const own = hasNotes
        ? (await notes.get(reader, documentId, version, undefined, signal)).notes
        : []
      papers.push({
        ...base,
        ...change,
        ...(own.length > 0 ? { notes: { version, notes: own, author } } : {}),
        content: { path, sha256 },
      })
    }
    const { hasAgenda: _agenda, author: _author, since: _since, cover, ...book } = plan
    const { accent, logoUrl, signInPictureUrl } = cover
    const nothing = leftOut.sameWords.length > 0 ? 'No words have changed' : 'Nothing has changed'
    const input: BookInput = {
      ...book,
      cover: {
        accent,
        logo: logoUrl === undefined ? undefined : picture(logoUrl),
        picture: signInPictureUrl === undefined ? undefined : picture(signInPictureUrl),
      },
      about: aboutOf(plan, papers.length === 0 ? nothing : 'Only what has changed'),
      agenda: plan.agenda.map((item) => ({
        ...item,
        papers: item.papers.flatMap(({ paper, ...named }) => {
          const place = places.get(paper)
          if (place === undefined) return []
          return [{ paper: place, ...(papers[place]!.pages ? {} : named) }]
        }),
      })),
      papers,
      ...leftOut,
    }
    return { input, sources, files }
  }

  return {
    build: (building, use) =>
      inWorkFolder(async (folder) => {
        const progress = new SharedArrayBuffer(4)
        const count = new Int32Array(progress)
        const look = setInterval(() => building.onProgress(Atomics.load(count, 0)), lookInterval)
        try {
          // Its requests to other workers take turns of their own.
          const { input, sources, files } = await inputOf(building, folder)
          const to = join(folder, 'book.pdf')
          const caller = { by: building.flow, signal: building.signal }
          const outcome = await heavyWork.run(bookWorker, caller, async ({ ask, signal }) => {
            for (const { paper, path } of files) {
              signal.throwIfAborted()
              await fetched(building.reader, paper, path)
            }
            return makeWithinLimits(ask, { input, to, progress }, signal)
          })
          if (!outcome) throw new BookFailed(tooLarge)
          if ('failed' in outcome) {
            throw new BookFailed(outcome.failed === 'full' ? storageFull : defect, {
              cause: outcome.cause,
            })
          }
          return await use({ ...outcome.book, path: to, sources })
        } finally {
          clearInterval(look)
        }
      }),
  }
}

const tooLarge =
  'The board book could not be made: its papers take too much time or memory. Please read them one by one.'
const defect = 'The board book could not be made. Please try again.'
const storageFull =
  'The server’s storage is full. Nothing was lost. Free some space and make the book again.'

/** The sentence shown for a book that failed. */
export function failureSentence(error: unknown): string {
  if (error instanceof BookFailed) return error.message
  if (isDiskFull(error)) return storageFull
  return error instanceof Refusal ? error.message : defect
}

/** Whether the error means that a paper's stored bytes are missing, altered or withdrawn. */
function isOfPaper(error: unknown): boolean {
  if (error instanceof PaperVanished || error instanceof AlteredBytesError) return true
  return error instanceof Refusal && ['notFound', 'gone', 'damaged'].includes(error.code)
}

function aboutOf({ author, since, papers }: BookPlan, changes: string): string[] {
  const shown = new Set(
    papers.map(({ content }) => ('documentId' in content ? content.documentId : undefined)),
  )
  const gone = since?.papers.filter(({ documentId }) => !shown.has(documentId)).length ?? 0
  return [
    ...(since ? [`${changes} since board book ${since.number}.`] : []),
    ...(gone > 0
      ? [`${counted(gone, 'paper')} of that book ${gone === 1 ? 'is' : 'are'} no longer in it.`]
      : []),
    ...(author === undefined ? [] : [`With the notes of ${isolated(author)}.`]),
  ]
}

/** At most this many papers may be changed; if more are too large, the book itself is too large. */
const mostTooLarge = 2

const paperTooLarge = {
  reason: 'This paper takes too much time or memory, so it can’t be part of the book.',
}

/**
 * Makes a book in which a paper that takes too much time or memory is replaced by a page that explains it: one crafted
 * file doesn't block the others. A paper with notes is first tried without them: writing them reads what copying
 * doesn't. Returns undefined if the book itself takes too much, or if it is aborted.
 */
export async function makeWithinLimits(
  /** Resolves to undefined if the book takes too much time or memory, or is aborted. */
  make: (job: BookJob) => Promise<BookOutcome | undefined>,
  job: BookJob,
  signal: AbortSignal,
): Promise<BookOutcome | undefined> {
  const done = new Int32Array(job.progress)
  const changed = new Set<number>()
  let { input } = job
  for (;;) {
    Atomics.store(done, 0, 0)
    const outcome = await make({ ...job, input })
    if (outcome || signal.aborted) return outcome
    const at = Atomics.load(done, 0)
    const paper = input.papers[at]
    if (!paper || 'reason' in paper.content) return undefined
    if (changed.add(at).size > mostTooLarge) return undefined
    const isMarked = paper.notes ?? paper.changes
    const smaller = isMarked ? unmarked(paper) : { ...paper, content: paperTooLarge }
    input = { ...input, papers: input.papers.with(at, smaller) }
  }
}
