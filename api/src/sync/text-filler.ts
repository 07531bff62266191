import { createHash } from 'node:crypto'
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
  /** Starts extracting missing texts, or joins the work in progress. Never throws. */
  start: () => void
  /** Resolves when no work is in progress. */
  idle: () => Promise<void>
  /** Stops after the current file; the next start resumes there. */
  stop: () => Promise<void>
}

type Paper = Pick<SyncedDocument, 'mime_type' | 'sha256' | 'text'> & { id: string }

type Made = Pick<SyncedDocument, 'text' | 'text_sha256'>

function madeOf(json: Uint8Array): Made {
  return { text: 'made', text_sha256: createHash('sha256').update(json).digest('hex') }
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** Returns every document, from memory. */
  documents: () => Paper[]
}

/**
 * Extracts the text of every PDF that has none. This runs separately from the sync, because opening a paper doesn't
 * need its text. Each result is recorded in its document, so an interrupted process loses at most one file.
 */
export function createTextFiller({ store, blobs, log, documents }: Parts): TextFiller {
  const stopping = new AbortController()
  let isRequested = false
  let isWorking = false
  let finished: Promise<void> = Promise.resolve()

  const needsText = ({ mime_type, text }: Paper) =>
    mime_type === 'application/pdf' && text === undefined

  const work = async (): Promise<void> => {
    const workFolder = await makeWorkFolder()
    const reader = startPdfTextReader()
    // Each file is tried once: memory may show a mark late, and a file that fails now waits for the next start.
    const tried = new Set<string>()
    const keyOf = ({ id, sha256 }: Paper) => `${id} ${sha256}`
    const next = () => documents().find((one) => needsText(one) && !tried.has(keyOf(one)))
    let made = 0
    try {
      for (let one = next(); one && !stopping.signal.aborted; one = next()) {
        tried.add(keyOf(one))
        const text = await fill(one.sha256, join(workFolder, 'original'), reader.read)
        if (text !== undefined && (await mark(one, text))) made += 1
      }
    } finally {
      await reader.stop()
      await rm(workFolder, { recursive: true, force: true })
      if (made > 0) log.info('texts of papers extracted', { count: made })
    }
  }

  /** False if a sync has changed the document in the meantime. */
  const mark = (paper: Paper, made: Made): Promise<boolean> =>
    store.transaction((inside) => noteText(inside, paper, made))

  /** Undefined if the original is missing; the next sync restores it. */
  const fill = async (
    sha256: string,
    file: string,
    read: (path: string) => Promise<{ json?: Uint8Array }>,
  ): Promise<Made | undefined> => {
    const stored = await blobs.read(textKey(sha256))
    if (stored) return madeOf(new Uint8Array(await new Response(stored).arrayBuffer()))
    const original = await blobs.read(originalKey(sha256))
    if (!original) return undefined
    await pipeline(Readable.from(original), createWriteStream(file))
    const { json } = await read(file)
    if (!json) return { text: 'none' }
    await blobs.put(textKey(sha256), json)
    return madeOf(json)
  }

  /** Never rejects. A start requested during cleanup runs afterwards. */
  const workWhileRequested = async (): Promise<void> => {
    try {
      while (isRequested && !stopping.signal.aborted) {
        isRequested = false
        if (documents().some(needsText)) await work()
      }
    } catch (cause) {
      log.warn('the texts of papers wait for the next sync', { cause })
    } finally {
      isWorking = false
    }
  }

  return {
    start() {
      isRequested = true
      if (isWorking) return
      isWorking = true
      finished = workWhileRequested()
    },
    idle: () => finished,
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
