import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { manifestFault } from '@portal/domain/release-compatibility'
import { type ReleaseManifest, releaseManifest } from '@portal/contract/releases'
import * as z from 'zod/mini'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { integrityOf } from '../../../platform/files/bytes.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { addressesIn, isScript } from './named-addresses.ts'
import {
  type AdoptedRelease,
  historyCollection,
  lastGoodLimit,
  pointersCollection,
  releaseBlob,
  releaseKey,
  releasesCollection,
} from '../release-records.ts'
import { pointerOf } from '../pointers/pointer-change.ts'
import { withApproval } from '../pointers/release-approvals.ts'
import { hasSameFiles, withFiles } from './manifest-checks.ts'
import { isWhole } from '../composition/release-files.ts'
import { objectionToRelease, type ShellOffer } from '../pointers/objections.ts'
import { noteLeaving } from './release-leaving.ts'

type Options = ShellOffer & {
  store: DocumentStore
  blobs: BlobStore
  now: () => Date
}

type Verified = { file: string; bytes: Uint8Array; compressed: Uint8Array | undefined }

const decompress = promisify(brotliDecompress)

/** How often a pointer's move is retried when another instance moved it first. */
const tries = 5

/**
 * Adopts a build, complete and verified, and makes it the stable release. Repeating it changes
 * nothing.
 */
export async function adoptRelease(
  options: Options,
  source: ReleaseSource,
): Promise<{ remote: string; release: string; moved: boolean; restored: boolean }> {
  const manifest = await readManifest(source)
  const { name: remote, release } = manifest
  const releases = releasesCollection.in(options.store)
  const known = await releases.get(releaseKey(remote, release))
  if (known) refuseChanged(source, known.manifest, manifest)
  // A release whose files were lost is adopted once more, under a new revision.
  const whole = known !== undefined && (await isWhole(options.blobs, known))
  if (!whole) {
    const kept = await keepFiles(options.blobs, source, manifest)
    const adoptedAt = options.now().toISOString()
    const record = {
      ...(known ? withFiles(known, manifest) : { manifest }),
      ...kept,
      adoptedAt,
    }
    const key = releaseKey(remote, release)
    await releases.put(key, record, known).catch(unlessTaken)
  }
  const restored = known !== undefined && !whole
  return { remote, release, moved: await makeStable(options, remote, release), restored }
}

/**
 * Moves the stable pointer by compare-and-set; the previous release becomes the first last good
 * one. A pointer that somebody has promoted, rolled back or denied stays unchanged: a restart
 * undoes nothing.
 */
export async function makeStable(
  { store, now, ...offer }: Pick<Options, 'store' | 'now'> & ShellOffer,
  remote: string,
  release: string,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.transaction(async (transaction) => {
        const pointers = pointersCollection.in(transaction)
        const history = historyCollection.in(transaction)
        const pointer = await pointers.get(remote)
        if (pointer?.stable === release || pointer?.managed) return false
        const objection = await objectionToRelease(transaction, remote, release, offer)
        if (objection) throw new Refusal('invalid', `It is skipped: ${objection.message}`)
        const at = now()
        const movedAt = at.toISOString()
        const stable = pointer?.stable
        const earlier = [...(stable === undefined ? [] : [stable]), ...(pointer?.lastGood ?? [])]
        const { approvals, stopped } = pointerOf(pointer)
        const moved = {
          stable: release,
          lastGood: earlier.filter((id) => id !== release).slice(0, lastGoodLimit),
          approvals,
          ...(stopped ? { stopped } : {}),
        }
        // The operator has put the build into the image.
        const next = withApproval(moved, { release, at: movedAt, by: 'start' })
        await pointers.put(remote, next, pointer)
        await noteLeaving(transaction, remote, { before: pointer ?? { lastGood: [] }, next, at })
        const number = (pointer?.revision ?? 0) + 1
        await history.create(`${remote}@${number}`, {
          remote,
          channel: 'stable',
          ...(stable === undefined ? {} : { from: stable }),
          to: release,
          movedAt,
          by: 'start',
        })
        return true
      })
    } catch (error) {
      if (!isFaster(error) || attempt === tries) throw error
    }
  }
}

/**
 * Verifies every file before the first is stored; returns those with a Brotli copy, and the
 * addresses in the scripts.
 */
async function keepFiles(
  blobs: BlobStore,
  source: ReleaseSource,
  { name, release, files: listed }: ReleaseManifest,
): Promise<Pick<AdoptedRelease, 'compressed' | 'named'>> {
  const files = await Promise.all(listed.map((file) => verifiedFile(source, file)))
  for (const { file, bytes, compressed } of files) {
    await blobs.put(releaseBlob(name, release, file), bytes)
    if (compressed) await blobs.put(releaseBlob(name, release, `${file}.br`), compressed)
  }
  const scripts = files.filter(({ file }) => isScript(file))
  return {
    compressed: files.filter(({ compressed }) => compressed).map(({ file }) => file),
    named: addressesIn(scripts.map(({ bytes }) => Buffer.from(bytes).toString())),
  }
}

async function readManifest(source: ReleaseSource): Promise<ReleaseManifest> {
  const bytes = await source.read('release.json')
  if (!bytes) throw refused(source, 'there is no release.json: build the remote first')
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString())
  } catch (cause) {
    throw refused(source, 'its release.json is not JSON', cause)
  }
  const parsed = z.safeParse(releaseManifest, json)
  if (!parsed.success) throw refused(source, 'its release.json is not a release’s', parsed.error)
  const manifest = parsed.data
  const fault = manifestFault(manifest)
  if (fault !== undefined) throw refused(source, fault)
  return manifest
}

async function verifiedFile(
  source: ReleaseSource,
  { file, integrity, size }: ReleaseManifest['files'][number],
): Promise<Verified> {
  const bytes = await source.read(file)
  if (!bytes) throw refused(source, `${file} is missing`)
  if (bytes.byteLength !== size || integrityOf(bytes) !== integrity) {
    throw refused(source, `${file} is not what release.json says it is`)
  }
  const compressed = await source.read(`${file}.br`)
  if (!compressed) return { file, bytes, compressed: undefined }
  const whole = await decompress(compressed, { maxOutputLength: size }).catch(() => undefined)
  if (!whole || integrityOf(whole) !== integrity) {
    throw refused(source, `${file}.br is not what release.json says it is`)
  }
  return { file, bytes, compressed }
}

function refuseChanged(source: ReleaseSource, kept: ReleaseManifest, given: ReleaseManifest): void {
  if (hasSameFiles(kept, given)) return
  throw refused(source, `release ${given.release} was already adopted with other files`)
}

function unlessTaken(error: unknown): void {
  if (!isFaster(error)) throw error
}

/** Another instance has written it first. */
function isFaster(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'stale' || error.code === 'conflict')
}

function refused(source: ReleaseSource, reason: string, cause?: unknown): Refusal {
  return new Refusal('invalid', `The build in ${source.name} can’t be adopted: ${reason}.`, {
    cause,
  })
}

/** A build that may be adopted: `release.json` and its files, wherever they are. */
export type ReleaseSource = {
  /** For messages: the folder, for example. */
  name: string
  /**
   * Undefined when there is no such file. Names come from `release.json` and are validated before.
   */
  read: (file: string) => Promise<Uint8Array | undefined>
}
