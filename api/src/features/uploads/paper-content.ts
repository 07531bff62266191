import { imageTypeOf } from '../../platform/files/image-bytes.ts'

/** How many bytes at the start of a file its type is recognized by. */
export const recognizedBytes = 1024

/** Whether a file's first bytes are those of its type. A text file has no signature, but no zero bytes either. */
export function looksLike(mimeType: string, start: Uint8Array): boolean {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  if (mimeType === 'application/pdf') return bytes.includes('%PDF-')
  if (mimeType.startsWith('image/')) return imageTypeOf(bytes) === mimeType
  if (mimeType.startsWith('text/')) return !bytes.includes(0) || isUtf16(bytes)
  const isOldOffice = bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
  // An encrypted .docx is a compound file, too.
  if (isOldOffice) return true
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' && isZipType(mimeType)
}

function isZipType(mimeType: string): boolean {
  return /openxmlformats|opendocument/.test(mimeType)
}

function isUtf16(bytes: Buffer): boolean {
  return ['fffe', 'feff'].includes(bytes.subarray(0, 2).toString('hex'))
}
