import { createHash } from 'node:crypto'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { type Made, textKey } from '../documents/documents-feature.ts'
import type { PaperMaker } from './paper-maker.ts'
import type { PdfTextReader } from './pdf-text.ts'

/** Extracts the text of every PDF that has none. */
export function createTextMaker(blobs: BlobStore, reader: PdfTextReader): PaperMaker {
  return {
    isMissing: ({ mime_type, text }) => mime_type === 'application/pdf' && text === undefined,
    async make({ sha256, too_large: isTooLarge }, original) {
      if (isTooLarge) return { text: 'none' }
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
