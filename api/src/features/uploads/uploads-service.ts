import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import { uploadLimits, type UploadOutcome, type UploadStart } from '@portal/contract/uploads'
import { mustManagePortal } from '../../access.ts'
import { flowOf } from '../../platform/background/heavy-work.ts'
import { createSharedWork } from '../../platform/background/shared-work.ts'
import { createTurns } from '../../platform/background/turns.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { replacedPaper } from './keep-version.ts'
import { createUploadCompletion, type UploadCompletionParts } from './upload-completion.ts'
import {
  partKey,
  partOfKey,
  partsPrefix,
  type StoredUpload,
  uploadsCollection,
} from './stored-upload.ts'
import { checkedPart, mustBePaper, partCount, partSizeOf } from './upload-rules.ts'

type Part = { part: number; sha256: string }

/**
 * How many uploads wait for the one that is being completed, and how long, in ms: Firebase Hosting waits 60 s for a reply
 * (docs/operating.md). The page sends a refused request again.
 */
const waiting = { most: 20, longest: 30_000 }

export type UploadsService = {
  /** Begins an upload, or continues it; returns the parts that have arrived. */
  start: (
    person: Person,
    id: string,
    file: UploadStart,
  ) => Promise<{ partSize: number; parts: Part[] }>
  /** Stores one part in place of an earlier one of its number. Refuses bytes of another size, hash or type. */
  part: (
    person: Person,
    part: Part & { id: string; bytes: AsyncIterable<Uint8Array> },
  ) => Promise<Part>
  /** Stores the parts with these hashes as a paper. */
  complete: (
    person: Person,
    id: string,
    parts: readonly string[],
    signal?: AbortSignal,
  ) => Promise<UploadOutcome>
  cancel: (person: Person, id: string) => Promise<void>
}

type Parts = UploadCompletionParts & { store: DocumentStore; blobs: BlobStore; now: () => Date }

/**
 * Papers that admins upload in parts. Each part is a blob of its own, named by its hash, so parts may arrive in any
 * order, more than once and at any instance, and a killed one leaves only whole parts.
 */
export function createUploadsService(parts: Parts): UploadsService {
  const { store, blobs, now } = parts
  const complete = createUploadCompletion(parts)
  /** One that is sent again waits for the first. */
  const share = createSharedWork()
  const turns = createTurns({ most: 1, waiting: { ...waiting, tooMany: busy, tooLong: busy } })
  // A completion may take longer than a request may wait for its ports.
  const inBackground = AsyncLocalStorage.snapshot()

  const own = async (person: Person, id: string): Promise<StoredUpload> => {
    const upload = await uploadsCollection.in(store).get(id)
    if (upload?.by === person.uid) return upload
    throw new Refusal('notFound', 'This upload has ended. Please upload the file again.')
  }

  const arrived = async (id: string): Promise<Part[]> => {
    const stored: Part[] = []
    for await (const key of blobs.keys(partsPrefix(id))) stored.push(partOfKey(key))
    return stored.toSorted((a, b) => a.part - b.part)
  }

  const deleteParts = async (id: string): Promise<void> => {
    for (const { part, sha256 } of await arrived(id)) {
      await blobs.delete(partKey(id, part, sha256))
    }
  }

  /** The file's bytes. A part that doesn't match its hash is deleted, so that the caller sends it again. */
  const bytesOf = async function* (id: string, name: string, hashes: readonly string[]) {
    for (const [part, sha256] of hashes.entries()) {
      const key = partKey(id, part, sha256)
      const bytes = await blobs.read(key)
      if (!bytes) throw notArrived(name)
      const hash = createHash('sha256')
      for await (const chunk of bytes) {
        hash.update(chunk)
        yield chunk
      }
      if (hash.digest('hex') === sha256) continue
      await blobs.delete(key)
      throw notArrived(name)
    }
  }

  const completeNow = async (
    person: Person,
    id: string,
    upload: StoredUpload,
    hashes: readonly string[],
  ) => {
    const { name, size, result } = upload
    const isWhole = async () => {
      const there = await arrived(id)
      const known = new Set(there.map(({ part, sha256 }) => partKey(id, part, sha256)))
      return (
        hashes.length === partCount(size) &&
        hashes.every((sha256, part) => known.has(partKey(id, part, sha256)))
      )
    }
    if (!result && !(await isWhole())) throw notArrived(name)
    const outcome = await complete(person, { ...upload, id }, () => bytesOf(id, name, hashes))
    await deleteParts(id)
    return outcome
  }

  return {
    async start(person, id, given) {
      mustManagePortal(person)
      const file = given
      const mimeType = mustBePaper(file)
      parts.closed.refuse(person, file)
      const closed = parts.closed.begun(file)
      const begun = { ...file, ...closed, mimeType, by: person.uid, begunAt: now().toISOString() }
      if (file.replaces !== undefined) await replacedPaper(store, begun)
      await store.transaction(async (transaction) => {
        const before = await uploadsCollection.in(transaction).get(id)
        if (!before) await uploadsCollection.in(transaction).create(id, begun)
        else if (before.by !== person.uid || !isSameFile(before, file)) {
          throw new Refusal('conflict', 'Another file is uploaded under this id.')
        }
      })
      return { partSize: uploadLimits.part, parts: await arrived(id) }
    },

    async part(person, { id, part, sha256, bytes }) {
      mustManagePortal(person)
      const { name, mimeType, size: whole, result } = await own(person, id)
      // The paper is stored, and this is an earlier request that arrives late.
      if (result) return { part, sha256 }
      const size = partSizeOf(whole, part)
      if (size <= 0) throw new Refusal('invalid', `“${name}” has no part ${part}.`)
      const isFirst = part === 0
      const checked = checkedPart(bytes, { name, mimeType, size, sha256, isFirst })
      const others = (await arrived(id)).filter(
        (candidate) => candidate.part === part && candidate.sha256 !== sha256,
      )
      await blobs.put(partKey(id, part, sha256), checked)
      for (const other of others) await blobs.delete(partKey(id, part, other.sha256))
      return { part, sha256 }
    },

    async complete(person, id, hashes, signal) {
      mustManagePortal(person)
      parts.closed.refuse(person, await own(person, id))
      return inBackground(() =>
        share(id, { by: flowOf(person), signal }, async (joint) => {
          const end = await turns.take({ signal: joint.signal })
          try {
            // Another request may have completed it meanwhile.
            return await completeNow(person, id, await own(person, id), hashes)
          } finally {
            end()
          }
        }),
      )
    },

    async cancel(person, id) {
      mustManagePortal(person)
      const upload = await uploadsCollection.in(store).get(id)
      // Somebody else's isn't known to the person, so nothing is left to cancel.
      if (upload && upload.by !== person.uid) return
      if (!upload?.result) await uploadsCollection.in(store).delete(id)
      await deleteParts(id)
    },
  }
}

function isSameFile(a: UploadStart, b: UploadStart): boolean {
  return (
    a.name === b.name &&
    a.folder === b.folder &&
    a.size === b.size &&
    a.replaces === b.replaces &&
    a.slot === b.slot
  )
}

function busy(): Refusal {
  const detail = 'Other uploads are being stored. Please try again in a moment.'
  return new Refusal('unavailable', detail, { retryAfter: 5, transient: true })
}

function notArrived(name: string): Refusal {
  return new Refusal('conflict', `Parts of “${name}” have not arrived. Please try again.`)
}
