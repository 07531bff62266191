import type { BlobStore } from '../../platform/files/blob-store.ts'
import { storeFastCopy } from './arrived-paper.ts'
import type { PaperMaker } from './paper-maker.ts'
import type { PdfRenditions } from './pdf-rendition.ts'

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
