import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import {
  originalKey,
  textKey,
  noteText,
  type SyncedDocument,
} from '../documents/synced-documents-service.ts'
import type { Log } from '../log.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { startPdfTextReader } from './pdf-text.ts'
import { makeWorkFolder } from './work-folder.ts'

export type TextFiller = {
  /** Begins with what has no text yet; joins the work under way. Never throws. */
  start: () => void
  /** Resolves when nothing is under way. */
  idle: () => Promise<void>
  /** Ends after the file it is at; the next start goes on from there. */
  stop: () => Promise<void>
}

type Lacking = Pick<SyncedDocument, 'mime_type' | 'sha256' | 'text'> & { id: string }

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** Every document, from memory. */
  documents: () => Lacking[]
}

/**
 * Makes the text of every PDF that has none, beside the syncs and not in them: opening a paper doesn't need
 * its text. What is done is marked in the document, so that a process that ends in the middle loses one file.
 */
export function createTextFiller({ store, blobs, log, documents }: Parts): TextFiller {
  const stopping = new AbortController()
  let isAsked = false
  let isWorking = false
  let finished: Promise<void> = Promise.resolve()

  const isLacking = ({ mime_type, text }: Lacking) =>
    mime_type === 'application/pdf' && text === undefined

  const work = async (): Promise<void> => {
    const workFolder = await makeWorkFolder()
    const reader = startPdfTextReader()
    // Each once: what memory shows of a mark may be a moment late, and what can't be made now waits.
    const tried = new Set<string>()
    const keyOf = ({ id, sha256 }: Lacking) => `${id} ${sha256}`
    const next = () => documents().find((one) => isLacking(one) && !tried.has(keyOf(one)))
    let made = 0
    try {
      for (let one = next(); one && !stopping.signal.aborted; one = next()) {
        tried.add(keyOf(one))
        const text = await fill(one.sha256, join(workFolder, 'original'), reader.read)
        if (text !== undefined && (await note(one, text))) made += 1
      }
    } finally {
      await reader.stop()
      await rm(workFolder, { recursive: true, force: true })
      if (made > 0) log.info('texts of papers made', { count: made })
    }
  }

  const note = (one: Lacking, text: SyncedDocument['text']): Promise<boolean> =>
    store.transaction((inside) => noteText(inside, one, text))

  /** Undefined when the original is missing: the next sync brings it back. */
  const fill = async (
    sha256: string,
    file: string,
    read: (path: string) => Promise<{ json?: Uint8Array }>,
  ): Promise<SyncedDocument['text']> => {
    if (await blobs.info(textKey(sha256))) return 'made'
    const original = await blobs.read(originalKey(sha256))
    if (!original) return undefined
    await pipeline(Readable.from(original), createWriteStream(file))
    const { json } = await read(file)
    if (!json) return 'none'
    await blobs.put(textKey(sha256), json)
    return 'made'
  }

  /** Never rejects. What is asked for while the work before is cleared away is done after it. */
  const workWhileAsked = async (): Promise<void> => {
    try {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        if (documents().some(isLacking)) await work()
      }
    } catch (cause) {
      log.warn('the texts of papers wait for the next sync', { cause })
    } finally {
      isWorking = false
    }
  }

  return {
    start() {
      isAsked = true
      if (isWorking) return
      isWorking = true
      finished = workWhileAsked()
    },
    idle: () => finished,
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
