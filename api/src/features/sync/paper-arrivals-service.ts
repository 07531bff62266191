import { join } from 'node:path'
import { createHeavyWork, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/documents-feature.ts'
import { isDiskFull, Refusal } from '../../refusal.ts'
import {
  type Arrived,
  type Fingerprint,
  saveToFile,
  storeArrived,
  titleOf,
} from './arrived-paper.ts'
import { createPdfRenditions } from './pdf-rendition.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'

/** A paper's bytes on this machine, before they are stored. */
export type ArrivingPaper = Fingerprint & {
  /** Stores the original and a PDF's fast copy; a stored original is replaced, because it may be damaged. */
  store: (mimeType: string) => Promise<Arrived>
  isStored: () => Promise<boolean>
}

/** Takes in papers that don't come from the drive, and treats them as a sync does. */
export type PaperArrivalsService = {
  /** Receives the bytes, and calls `work` with them; they are deleted from this machine afterwards. */
  receive: <T>(
    bytes: AsyncIterable<Uint8Array>,
    work: (paper: ArrivingPaper) => Promise<T>,
  ) => Promise<T>
  titleOf: (name: string) => string
}

export function createPaperArrivalsService({
  blobs,
  heavyWork = createHeavyWork(),
}: {
  blobs: BlobStore
  heavyWork?: Pick<HeavyWork, 'run'>
}): PaperArrivalsService {
  const pdfs = createPdfRenditions(heavyWork, { by: 'uploads' })

  return {
    titleOf,
    receive: (bytes, work) =>
      inWorkFolder(async (folder) => {
        const path = join(folder, 'paper')
        const fingerprint = await saveToFile(bytes, path).catch(refuseIfFull)
        return work({
          ...fingerprint,
          isStored: async () => (await blobs.info(originalKey(fingerprint.sha256))) !== undefined,
          store: (mimeType) =>
            storeArrived({ blobs, pdfs }, { ...fingerprint, path, mimeType, isReplaced: true }),
        })
      }),
  }
}

function refuseIfFull(cause: unknown): never {
  if (!isDiskFull(cause) || cause instanceof Refusal) throw cause
  throw new Refusal('storageFull', 'Nothing was saved: the server’s storage is full.', { cause })
}
