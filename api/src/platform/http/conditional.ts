import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants } from 'node:zlib'

/** Whether the caller has this version: If-None-Match, compared weakly according to RFC 9110. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const opaque = withoutWeakness(etag)
  return header.split(',').some((tag) => withoutWeakness(tag.trim()) === opaque)
}

export function acceptsBrotli(header: string | undefined): boolean {
  return header !== undefined && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(header)
}

/** Up to here, compressing takes less time than asking another thread to do it. */
const compressedAtOnce = 8 * 1024

/**
 * Fast rather than small, for content that is created while someone waits. Large content is compressed in another
 * thread.
 */
export async function brotli(bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  if (bytes.byteLength > compressedAtOnce) return compress(bytes, optionsFor(bytes))
  return brotliSync(bytes)
}

/** For the few files that are compressed once, before anyone waits. */
export function brotliSync(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return brotliCompressSync(bytes, optionsFor(bytes))
}

const compress: (bytes: Uint8Array, options: BrotliOptions) => Promise<Buffer<ArrayBuffer>> =
  promisify(brotliCompress)

function optionsFor(bytes: Uint8Array): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  }
}

function withoutWeakness(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
