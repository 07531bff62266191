import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createHeavyWork, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { Turns } from '../../platform/background/turns.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/documents-feature.ts'
import { isDiskFull, Refusal } from '../../refusal.ts'
import {
  type Arrived,
  createArrivalTurns,
  type Fingerprint,
  fingerprintOf,
  saveToFile,
  storeArrived,
  titleOf,
} from './arrived-paper.ts'
import { createPdfRenditions } from './pdf-rendition.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'

/** A paper whose bytes have arrived, before they are stored. */
export type ArrivingPaper = Fingerprint & {
  /** Stores the original and a PDF's fast copy; a stored original is replaced, because it may be damaged. */
  store: () => Promise<Arrived>
  isStored: () => Promise<boolean>
}

type PaperSource = {
  /** Returns the bytes, from their beginning each time. */
  read: () => AsyncIterable<Uint8Array>
  /** In bytes. */
  size: number
  mimeType: string
}

/** Takes in papers that don't come from the drive, and treats them as a sync does. */
export type PaperArrivalsService = {
  /** Receives the bytes, and calls `work` with them. Only a PDF's are in the temporary folder meanwhile. */
  receive: <T>(source: PaperSource, work: (paper: ArrivingPaper) => Promise<T>) => Promise<T>
  titleOf: (name: string) => string
}

export function createPaperArrivalsService({
  blobs,
  heavyWork = createHeavyWork(),
  arrivalTurns = createArrivalTurns(),
}: {
  blobs: BlobStore
  heavyWork?: Pick<HeavyWork, 'run'>
  arrivalTurns?: Turns
}): PaperArrivalsService {
  const pdfs = createPdfRenditions(heavyWork, { by: 'uploads' })
  const isStored = async (sha256: string) => (await blobs.info(originalKey(sha256))) !== undefined

  return {
    titleOf,
    async receive({ read, mimeType, size: weight }, work) {
      if (mimeType !== 'application/pdf') {
        const fingerprint = await fingerprintOf(read())
        const { sha256 } = fingerprint
        return work({
          ...fingerprint,
          isStored: () => isStored(sha256),
          async store() {
            await blobs.put(originalKey(sha256), read())
            return { ...fingerprint, condition: 'ready' }
          },
        })
      }
      const end = await arrivalTurns.take({ weight })
      try {
        return await inWorkFolder(async (folder) => {
          const path = join(folder, 'paper')
          const save = () => saveToFile(read(), path).catch(refuseIfFull)
          const fingerprint = await save()
          return work({
            ...fingerprint,
            isStored: () => isStored(fingerprint.sha256),
            async store() {
              // The file is gone once the fast copy was made of it.
              if (!existsSync(path)) await save()
              const file = { ...fingerprint, path, mimeType, isReplaced: true }
              return storeArrived({ blobs, pdfs }, file)
            },
          })
        })
      } finally {
        end()
      }
    },
  }
}

function refuseIfFull(cause: unknown): never {
  if (!isDiskFull(cause) || cause instanceof Refusal) throw cause
  throw new Refusal('storageFull', 'Nothing was saved: the server’s storage is full.', { cause })
}
