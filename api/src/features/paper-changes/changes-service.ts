import type { PaperChanges } from '@portal/contract/paper-versions'
import type { Person } from '@portal/contract/portal'
import {
  type Caller,
  flowOf,
  type HeavyWork,
  type WorkerKind,
} from '../../platform/background/heavy-work.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentsService, ReadableVersion } from '../documents/documents-feature.ts'
import { changesKey } from '../documents/documents-feature.ts'
import { Refusal, ignoring } from '../../refusal.ts'
import { createPagePictures } from '../sync/sync-feature.ts'
import type { PaperChanges as ComparedTexts } from './compare-papers.ts'
import { type StoredChanges, storedChanges, summaryOf } from './shown-paper-changes.ts'

type Between = {
  from?: number | undefined
  to?: number | undefined
  /** The id of another paper, whose version `from` is; by default the shown one. */
  against?: string | undefined
}

export type ChangesService = {
  /** What changed between two versions of a paper, by default from the one before to the shown one. */
  get: (
    person: Person,
    id: string,
    between: Between,
    /** The reader's: nothing is compared for nobody. */
    signal: AbortSignal,
  ) => Promise<PaperChanges>
}

type Parts = {
  blobs: BlobStore
  heavyWork: Pick<HeavyWork, 'run' | 'share'>
  documents: Pick<DocumentsService, 'version' | 'textBytes'>
}

/** Each a JSON array with one string per page, in UTF-8. */
export type TextsToCompare = { older: Uint8Array; newer: Uint8Array }

/** Compares the texts of two papers: 100 pages take a tenth of a second. */
export const comparingWorker: WorkerKind<TextsToCompare, ComparedTexts> = {
  name: 'changes',
  script: new URL('./compare-worker.ts', import.meta.url),
  length: 'long',
  timeout: 30_000,
  memoryMb: 1024,
  idleTime: 30_000,
  longestWait: 25_000,
}

/** The pictures of more pages are not compared. */
const mostPictures = 500

/** A version, with the id of its paper. */
type Compared = ReadableVersion & { id: string }

const nothing = { pages: [], removedPages: [], passages: [], changedShare: 0, summary: '' }

export function createChangesService({ blobs, documents, heavyWork }: Parts): ChangesService {
  const pictures = createPagePictures(blobs, heavyWork)

  const cached = async (key: string): Promise<StoredChanges | undefined> => {
    const bytes = await blobs.read(key)
    if (!bytes) return undefined
    try {
      return (await new Response(bytes).json()) as StoredChanges
    } catch {
      // The stored comparison is incomplete: it is made again.
      return undefined
    }
  }

  const compared = async (
    person: Person,
    [older, newer]: [Compared, Compared],
    caller: Caller,
  ): Promise<StoredChanges> => {
    const key = changesKey(older.sha256, newer.sha256)
    const known = await cached(key)
    if (known) return known
    const changes = await heavyWork.run(comparingWorker, caller, async ({ ask }) =>
      ask({
        older: await documents.textBytes(person, older.id, older.number),
        newer: await documents.textBytes(person, newer.id, newer.number),
      }),
    )
    if (!changes)
      throw new Refusal('unavailable', 'These versions could not be compared. Please try again.')
    const originals = { older: older.sha256, newer: newer.sha256 }
    const pairs = changes.pictures.slice(0, mostPictures)
    const isSameFile = older.sha256 === newer.sha256
    const looks = isSameFile
      ? changes.pictures.map(() => 'same' as const)
      : await pictures.compare(originals, pairs, caller)
    const stored = storedChanges(changes, looks)
    // A reader's response doesn't depend on free space for it.
    await blobs
      .put(key, new TextEncoder().encode(JSON.stringify(stored)))
      .catch(ignoring('storageFull'))
    try {
      for (const { id, number } of [older, newer]) await documents.version(person, id, number)
    } catch (error) {
      // Withdrawn meanwhile: its differences must not stay.
      await blobs.delete(key)
      throw error
    }
    return stored
  }

  return {
    async get(person, id, { from, to, against = id }, signal) {
      const find = async (paper: string, version?: number): Promise<Compared> => ({
        ...(await documents.version(person, paper, version)),
        id: paper,
      })
      const newer = await find(id, to)
      const isOtherPaper = against !== id
      const before = from ?? (isOtherPaper ? undefined : newer.number - 1)
      if (before === 0) throw new Refusal('notFound', `“${newer.name}” has no earlier version.`)
      const older = await find(against, before)
      const pair = {
        from: older.number,
        to: newer.number,
        ...(isOtherPaper ? { against } : {}),
      }
      for (const version of [older, newer]) {
        const reason = whyUnreadable(version, isOtherPaper)
        if (reason) return { ...pair, ...nothing, state: 'unreadable', reason }
      }
      const key = [id, against, older.sha256, newer.sha256].join(' ')
      const changes = await heavyWork.share(
        `changes ${key}`,
        { by: flowOf(person), signal },
        (caller) => compared(person, [older, newer], caller),
      )
      const { withoutText, ...shown } = changes
      if (withoutText) {
        const reason = `${nameOf(withoutText === 'older' ? older : newer, isOtherPaper)} has no text, as a scan has none, so its words can’t be compared.`
        return { ...pair, ...nothing, state: 'unreadable', reason }
      }
      return { ...pair, ...shown, state: 'compared', summary: summaryOf(shown) }
    },
  }
}

function nameOf({ name, number }: ReadableVersion, isByName: boolean): string {
  return isByName ? `“${name}”` : `Version ${number}`
}

/** Why a version can’t be compared, in a sentence; refuses while its text is still being read. */
function whyUnreadable(of: ReadableVersion, isByName: boolean): string | undefined {
  const { number, mimeType, condition, text } = of
  const version = nameOf(of, isByName)
  if (mimeType !== 'application/pdf') return 'Only PDFs can be compared.'
  // Versions from before such PDFs were opened are marked although their text was read: they only have an owner password.
  if (condition === 'encrypted' && text !== 'made') {
    return `${version} is protected with a password, so it can’t be compared.`
  }
  if (condition === 'form' || condition === 'portfolio') {
    return `${version} is a PDF ${condition}, so it can’t be compared.`
  }
  if (condition === 'broken' || text === 'none') {
    return `${version} is damaged, so it can’t be compared.`
  }
  if (text === 'made') return undefined
  const read = isByName ? version : `version ${number}`
  const detail = `The text of ${read} is still being read. Please try again in a moment.`
  throw new Refusal('unavailable', detail, { retryAfter: 2 })
}
