import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { largestPaper } from '@portal/domain/paper-problem'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { fileBytes } from '../../platform/files/bytes.ts'
import {
  type Made,
  originalKey,
  renditionKey,
  type SyncedDocument,
} from '../documents/documents-feature.ts'
import { createTurns, type Turns } from '../../platform/background/turns.ts'
import type { PdfRenditions } from './pdf-rendition.ts'

/** What opening a PDF has shown. */
export type Opened = Pick<SyncedDocument, 'condition' | 'too_large' | 'pages' | 'fast'>

/** What is known of a paper once its bytes are stored. */
export type Arrived = Pick<SyncedDocument, 'sha256' | 'size'> & Opened & Made

/** Turns by bytes: of all papers that arrive at once, so many are in the temporary folder, or one that is larger. */
export function createArrivalTurns(): Turns {
  return createTurns({ most: largestPaper })
}

export type Fingerprint = {
  /** In hex. */
  sha256: string
  /** In bytes. */
  size: number
}

/**
 * Stores the file at `path` as an original unless that is stored, and makes the fast copy of a PDF. The file may be gone
 * afterwards.
 */
export async function storeArrived(
  { blobs, pdfs }: { blobs: BlobStore; pdfs: PdfRenditions },
  file: Fingerprint & { path: string; mimeType: string; isReplaced: boolean },
): Promise<Arrived> {
  const { path, sha256, size, mimeType, isReplaced } = file
  if (isReplaced || !(await blobs.info(originalKey(sha256)))) {
    await blobs.put(originalKey(sha256), fileBytes(path))
  }
  if (mimeType !== 'application/pdf') return { sha256, size, condition: 'ready' }
  return {
    sha256,
    size,
    ...(await storeFastCopy({ blobs, pdfs }, { path, sha256, isSpare: true })),
  }
}

/** Makes and stores the fast copy of the PDF at `path`, if it can be opened. */
export async function storeFastCopy(
  { blobs, pdfs }: { blobs: BlobStore; pdfs: PdfRenditions },
  { path, sha256, isSpare = false }: { path: string; sha256: string; isSpare?: boolean },
): Promise<Opened> {
  const copy = `${path}-copy`
  try {
    const outcome = await pdfs.make({ from: path, to: copy, isSpare })
    if (outcome.condition === 'unmade') return { condition: 'ready' }
    if (outcome.condition === 'tooLarge') return { condition: 'broken', too_large: true }
    if (outcome.condition !== 'ready') return { condition: outcome.condition }
    await blobs.put(renditionKey(sha256), fileBytes(copy))
    const { condition, pages, ...fast } = outcome
    return { condition, pages, fast }
  } finally {
    await rm(copy, { force: true })
  }
}

/** Writes the bytes to a file and returns their hash and size. */
export async function saveToFile(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Fingerprint> {
  const file = await open(path, 'w')
  try {
    return await fingerprintOf(bytes, (chunk) => file.writeFile(chunk))
  } finally {
    await file.close()
  }
}

/** The hash and size of the bytes, each of which `use` receives. */
export async function fingerprintOf(
  bytes: AsyncIterable<Uint8Array>,
  use: (chunk: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Fingerprint> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    size += chunk.byteLength
    await use(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}

/** A file's name without its extension. */
export function titleOf(name: string): string {
  return name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '')
}
