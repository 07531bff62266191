import { brotliCompressSync, constants } from 'node:zlib'

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

/** Fast rather than small: for content created while someone waits. */
export function brotli(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}

function withoutWeakness(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
