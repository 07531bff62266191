import { createHash } from 'node:crypto'
import type { SyncedDocument } from './synced-documents-service.ts'

/** By the number of pages. */
const emptyTexts = new Map<number, string>()

/** The hash of a text whose pages are all empty. */
function hashOfEmptyText(pages: number): string {
  const known = emptyTexts.get(pages)
  if (known !== undefined) return known
  const json = JSON.stringify(Array.from({ length: pages }, () => ''))
  const hash = createHash('sha256').update(json).digest('hex')
  emptyTexts.set(pages, hash)
  return hash
}

/** The document, marked if no page of it has text. Its text's hash shows that, so that no text has to be read. */
export function withScanMark<D extends SyncedDocument>(document: D): D & { scanned?: boolean } {
  const { text, text_sha256: hash, pages = 0 } = document
  if (text !== 'made' || pages === 0 || hash !== hashOfEmptyText(pages)) return document
  return { ...document, scanned: true }
}
