import type { ByteRange } from './byte-range.ts'

/** A document's bytes in one of its forms, and the headers to send with them. */
export type DocumentContent = {
  key: string
  size: number
  /** Strong: identifies exactly these bytes. */
  etag: string
  lastModified: Date
  type: string
  /** The file name of a download. */
  name: string
  /** Whether the viewer shows it inline, instead of downloading it. */
  inline: boolean
  opening?: { head: number; tail: number }
  /** What the bytes must be: the original's hash in hex, and the one of these bytes if it is known. */
  original: string
  sha256: string | undefined
}

export type ReadContent = (
  content: DocumentContent,
  range?: ByteRange,
) => Promise<ReadableStream<Uint8Array> | undefined>
