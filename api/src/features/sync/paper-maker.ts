import { isShownElsewhere } from '@portal/domain/paper-problem'
import { type Made, type SyncedDocument, textKey } from '../documents/documents-feature.ts'
import { type Opened, storeFastCopy } from './arrived-paper.ts'
import { createHash } from 'node:crypto'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { PdfTextReader } from './pdf-text.ts'
import type { PdfRenditions } from './pdf-rendition.ts'

export type Paper = Pick<SyncedDocument, 'mime_type' | 'sha256'> &
  Partial<Pick<SyncedDocument, 'created_time' | 'modified_time'>> &
  Partial<Opened> &
  Made & { id: string }

/** What a maker adds to its document. */
export type MadeFromPaper = Made & Partial<Opened>

/** Makes one thing from a paper's original, such as its text. */
export type PaperMaker = {
  isMissing: (paper: Paper) => boolean
  /** `original` fetches the file and returns its path. Undefined if nothing could be tried. */
  make: (
    paper: Paper,
    original: () => Promise<string | undefined>,
  ) => Promise<MadeFromPaper | undefined>
}

/** Extracts the text of every PDF that has none. */
export function createTextMaker(blobs: BlobStore, reader: PdfTextReader): PaperMaker {
  return {
    isMissing: ({ mime_type, text }) => mime_type === 'application/pdf' && text === undefined,
    async make({ sha256, too_large: isTooLarge, condition }, original) {
      if (isTooLarge || isShownElsewhere(condition)) return { text: 'none' }
      const stored = await blobs.read(textKey(sha256))
      if (stored) return madeOf(new Uint8Array(await new Response(stored).arrayBuffer()))
      const path = await original()
      if (path === undefined) return undefined
      const { json } = await reader.read(path)
      if (!json) return { text: 'none' }
      await blobs.put(textKey(sha256), json)
      return madeOf(json)
    },
  }
}

function madeOf(json: Uint8Array): Made {
  return { text: 'made', text_sha256: createHash('sha256').update(json).digest('hex') }
}

/**
 * Opens PDFs that were once recorded as encrypted because of their owner password. Their text could be read, which
 * shows that they open without a password.
 */
export function createUnlockedMaker(blobs: BlobStore, pdfs: PdfRenditions): PaperMaker {
  return {
    isMissing: ({ mime_type, condition, text }) =>
      mime_type === 'application/pdf' && condition === 'encrypted' && text === 'made',
    async make({ sha256 }, original) {
      const path = await original()
      return path === undefined ? undefined : storeFastCopy({ blobs, pdfs }, { path, sha256 })
    },
  }
}
