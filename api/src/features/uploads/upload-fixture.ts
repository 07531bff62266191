import { createHash, randomUUID } from 'node:crypto'
import type { Call } from '@portal/remote-kit/client'
import {
  completeUpload,
  startUpload,
  uploadLimits,
  type UploadOutcome,
  uploadPart,
} from '@portal/contract/uploads'

export type UploadedFile = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  folder?: string
  modified?: string
  replaces?: string
  slot?: string
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function partsOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / uploadLimits.part)
  return Array.from({ length: count }, (_, part) =>
    bytes.slice(part * uploadLimits.part, (part + 1) * uploadLimits.part),
  )
}

export function startOf({ name, bytes, folder = '', modified, replaces, slot }: UploadedFile) {
  return {
    name,
    folder,
    size: bytes.length,
    modified: modified ?? '2026-11-01T09:00:00.000Z',
    ...(replaces === undefined ? {} : { replaces }),
    ...(slot === undefined ? {} : { slot }),
  }
}

/** Uploads a file as a browser does, without the parts that have arrived already. */
export async function upload(
  call: Call,
  file: UploadedFile,
  id: string = randomUUID(),
): Promise<UploadOutcome> {
  const { parts: arrived } = await call(startUpload, { params: { id }, body: startOf(file) })
  const parts = partsOf(file.bytes)
  for (const [part, bytes] of parts.entries()) {
    if (arrived.some((other) => other.part === part)) continue
    const params = { id, part, sha256: sha256Of(bytes) }
    await call(uploadPart, { params, upload: bytes })
  }
  return call(completeUpload, { params: { id }, body: { parts: parts.map(sha256Of) } })
}
