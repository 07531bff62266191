import { isShownElsewhere } from '@portal/domain/paper-problem'
import {
  hasOutdatedText,
  type Made,
  madeOf,
  type SyncedDocument,
  textKey,
  textVersion,
} from '../documents/documents-feature.ts'
import { type Opened, storeFastCopy } from './arrived-paper.ts'
import { createHash } from 'node:crypto'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { PdfTextReader } from './pdf-text.ts'
import type { PdfRenditions } from './pdf-rendition.ts'

export type Paper = Pick<SyncedDocument, 'mime_type' | 'sha256'> &
  Partial<Pick<SyncedDocument, 'created_time' | 'modified_time' | 'withdrawn'>> &
  Partial<Opened> &
  Made & { id: string }

/** What a maker adds to its document. */
export type MadeFromPaper = Made & Partial<Opened>

/** Makes one thing from a paper's original, such as its text. */
export type PaperMaker = {
  isMissing: (paper: Paper) => boolean
  /** Whether it is to be made again, because an earlier release has made it: after everything that is missing. */
  isOutdated?: (paper: Paper) => boolean
  /** `original` fetches the file and returns its path. Undefined if nothing could be tried. */
  make: (
    paper: Paper,
    original: () => Promise<string | undefined>,
  ) => Promise<MadeFromPaper | undefined>
}

type TextParts = {
  blobs: BlobStore
  reader: PdfTextReader
  documents: () => Paper[]
  /** Takes their text from all papers with this original. */
  forget: (sha256: string) => Promise<void>
}

/** Extracts the text of every PDF that has none, or whose text was read in a way of earlier releases. */
export function createTextMaker({ blobs, reader, documents, forget }: TextParts): PaperMaker {
  /** The text of another paper with the same original. */
  const existing = (sha256: string) => {
    const same = documents().find(
      (other) => other.sha256 === sha256 && other.text === 'made' && !hasOutdatedText(other),
    )
    return same && { text: same.text, text_sha256: same.text_sha256, text_version: textVersion }
  }

  return {
    isMissing: ({ mime_type, text }) => mime_type === 'application/pdf' && text === undefined,
    isOutdated: hasOutdatedText,
    async make({ sha256, too_large: isTooLarge, condition, text: before, text_sha256 }, original) {
      const none = { text: 'none', text_version: textVersion } as const
      if (isTooLarge || isShownElsewhere(condition)) return none
      const shared = existing(sha256)
      if (shared) return madeOf(shared)
      const path = await original()
      if (path === undefined) return undefined
      const { json, condition: elsewhere } = await reader.read(path)
      if (elsewhere) {
        if (before === 'made') await forget(sha256)
        await blobs.delete(textKey(sha256))
        return { ...none, picture: 'none', condition: elsewhere }
      }
      // A text that could be read once isn't lost.
      if (!json) return before === 'made' ? { text_version: textVersion } : none
      const hash = createHash('sha256').update(json).digest('hex')
      if (before === undefined || hash !== text_sha256) {
        if (before !== undefined) await forget(sha256)
        await blobs.put(textKey(sha256), json)
      }
      return { text: 'made', text_sha256: hash, text_version: textVersion }
    },
  }
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
