import { createHash } from 'node:crypto'
import { uploadLimits, type UploadStart } from '@portal/contract/uploads'
import { isTemporaryFile, paperTypeOf, paperTypesInWords } from '@portal/domain/paper-types'
import { Refusal } from '../../refusal.ts'
import { imageTypeOf } from '../../platform/files/image-bytes.ts'

/** The MIME type of a file that may be uploaded; refuses any other. */
export function mustBePaper({ name, size, modified }: UploadStart): string {
  const mimeType = isTemporaryFile(name) ? undefined : paperTypeOf(name)
  if (mimeType === undefined) {
    const detail = `“${name}” can’t be stored: the portal takes ${paperTypesInWords}.`
    throw new Refusal('unsupportedType', detail)
  }
  if (size > uploadLimits.file) {
    throw new Refusal('tooLarge', `“${name}” is over 200 MB, the most that the portal takes.`)
  }
  if (size === 0) throw new Refusal('invalid', `“${name}” is empty.`)
  if (Number.isNaN(Date.parse(modified))) {
    throw new Refusal('invalid', `“${modified}” is not a time.`)
  }
  return mimeType
}

export function partCount(size: number): number {
  return Math.ceil(size / uploadLimits.part)
}

export function partSizeOf(size: number, part: number): number {
  return Math.min(uploadLimits.part, size - part * uploadLimits.part)
}

type CheckedPart = {
  name: string
  mimeType: string
  /** In bytes. */
  size: number
  sha256: string
  isFirst: boolean
}

/** Passes a part's bytes on; refuses them at their end if their size, hash or type differs from the announced one. */
export async function* checkedPart(
  bytes: AsyncIterable<Uint8Array>,
  { name, mimeType, size, sha256, isFirst }: CheckedPart,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let received = 0
  let start = Buffer.alloc(0)
  for await (const chunk of bytes) {
    received += chunk.byteLength
    hash.update(chunk)
    if (isFirst && start.length < recognizedBytes) {
      start = Buffer.concat([start, chunk.subarray(0, recognizedBytes - start.length)])
    }
    yield chunk
  }
  if (received !== size) {
    const detail = `A part of “${name}” has ${received} bytes instead of ${size}. Please try again.`
    throw new Refusal('invalid', detail)
  }
  if (hash.digest('hex') !== sha256) {
    throw new Refusal('invalid', `A part of “${name}” arrived damaged. Please try again.`)
  }
  if (isFirst && !looksLike(mimeType, start)) {
    const extension = name.slice(name.lastIndexOf('.'))
    const detail = `“${name}” isn’t a ${extension} file, although its name says so.`
    throw new Refusal('unsupportedType', detail)
  }
}

/** Equal bytes under an equal name and folder are one document, however often and at whichever instance they arrive. */
export function uploadedDocumentId(file: { name: string; folder: string; sha256: string }): string {
  const text = JSON.stringify([file.name, file.folder, file.sha256])
  return `upload-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

/** How many bytes at the start of a file its type is recognized by. */
const recognizedBytes = 1024

/** Whether a file's first bytes are those of its type. A text file has no signature, but no zero bytes either. */
function looksLike(mimeType: string, start: Uint8Array): boolean {
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
