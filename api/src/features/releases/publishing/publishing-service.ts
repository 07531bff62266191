import { createHash } from 'node:crypto'
import { manifestFault } from '@portal/domain/release-compatibility'
import type { Endpoint } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type {
  PublishedManifest,
  ReleaseRecord,
  TrialState,
  ReleaseCheck,
} from '@portal/contract/publishing'
import { mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { actorName, recordChange } from '../../../platform/audit/record-change.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { checkFile, type StoredFile } from '../../../platform/store/check-file.ts'
import { refuseTooLarge, refuseUnfitDeclaration, withFiles } from './manifest-checks.ts'
import { compressFiles } from './compressed-files.ts'
import { addMaps, refuseUnusableMaps } from './published-maps.ts'
import { addressesInUploads, shownAddresses } from './named-addresses.ts'
import {
  incompatibilityOf,
  objectionByPolicy,
  objectionTo,
  type ShellOffer,
  shownSupport,
} from '../pointers/objections.ts'
import { policyOf } from '../pointers/policy-service.ts'
import { refuseIncomplete, refuseOther, refuseOtherVersion } from './republishing.ts'
import type { TrialQueue } from '../gate/trial-queue.ts'
import { shownTrial, hasTeamsReport, passed } from '../gate/trial-verdict.ts'
import { isWhole } from '../composition/release-files.ts'
import {
  type AdoptedRelease,
  keysOfRemote,
  releaseKey,
  releasesCollection,
  uploadedBlob,
} from '../release-records.ts'

type Caller = Person | ReleaseTokenHolder

export type PublishingService = {
  /** Stores the bytes under their hash. Refuses bytes with another hash. */
  upload: (
    caller: Caller,
    file: { remote: string; sha384: string; bytes: AsyncIterable<Uint8Array> },
  ) => Promise<{ sha384: string; size: number }>
  /** The bytes under their hash; refused if they were not uploaded. */
  file: (
    caller: Caller,
    file: { remote: string; sha384: string },
  ) => Promise<{ size: number; read: () => Promise<ReadableStream<Uint8Array>> }>
  publish: (caller: Caller, remote: string, manifest: PublishedManifest) => Promise<ReleaseRecord>
  /** Newest first. */
  list: (caller: Caller, remote: string) => Promise<{ releases: ReleaseRecord[] }>
  get: (caller: Caller, remote: string, release: string) => Promise<ReleaseRecord>
  /** `under`: the build of the shell it was tested under. */
  noteCheck: (
    caller: Caller,
    remote: string,
    release: string,
    under: string,
  ) => Promise<ReleaseRecord>
}

type Parts = ShellOffer & {
  store: DocumentStore
  blobs: BlobStore
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  trials: TrialQueue
  mounted: readonly Endpoint[]
  now: () => Date
}

export function createPublishingService({
  store,
  blobs,
  shell,
  trials,
  mounted,
  now,
  ...offer
}: Parts): PublishingService {
  const shown = async (transaction: StoreOperations, ...records: AdoptedRelease[]) => {
    const stateOf = await trials.states(transaction)
    return records.map((record) => ({
      ...shownRelease(record, shell, stateOf(record)),
      ...(record.named ? { named: shownAddresses(record.named, mounted) } : {}),
      ...shownSupport(record.manifest, offer),
    }))
  }
  const shownOne = async (transaction: StoreOperations, record: AdoptedRelease) =>
    (await shown(transaction, record))[0]!

  const ofRemote = async (transaction: StoreOperations, remote: string) => {
    const { documents } = await releasesCollection.in(transaction).list(keysOfRemote(remote))
    return documents
  }

  return {
    async upload(caller, { remote, sha384, bytes }) {
      mustRelease(caller, remote)
      let size = 0
      const checked = async function* () {
        const sum = createHash('sha384')
        for await (const chunk of bytes) {
          sum.update(chunk)
          size += chunk.byteLength
          yield chunk
        }
        if (sum.digest('hex') !== sha384) {
          throw new Refusal('invalid', 'The hash of the received file differs from its address.')
        }
      }
      await blobs.put(uploadedBlob(remote, sha384), checked())
      return { sha384, size }
    },

    async file(caller, { remote, sha384 }) {
      mustRelease(caller, remote)
      const key = uploadedBlob(remote, sha384)
      const missing = () => new Refusal('notFound', `${remote} has no such file.`)
      const info = await blobs.info(key)
      // An altered file counts as missing, so that it is uploaded again.
      const stored: StoredFile = { key, algorithm: 'sha384', hash: sha384 }
      if (!info || typeof (await checkFile(blobs, stored)) === 'string') throw missing()
      const read = async () => {
        const stream = await blobs.read(key)
        if (!stream) throw missing()
        return stream
      }
      return { size: info.size, read }
    },

    async publish(caller, remote, { maps, ...manifest }) {
      mustRelease(caller, remote)
      if (manifest.name !== remote) {
        throw new Refusal('invalid', `This is a release of ${manifest.name}, not of ${remote}.`)
      }
      const fault = manifestFault(manifest)
      if (fault !== undefined) {
        throw new Refusal('invalid', `${manifest.release} can’t be published: ${fault}.`)
      }
      refuseTooLarge(manifest)
      const misfit = incompatibilityOf(manifest, offer)
      if (misfit) throw misfit
      const key = releaseKey(remote, manifest.release)
      if (maps) await refuseUnusableMaps(blobs, manifest, maps)
      const before = await releasesCollection.in(store).get(key)
      if (before) refuseOther(before.manifest, manifest)
      if (before && (await isWhole(blobs, before))) {
        return store.transaction(async (transaction) => {
          await trials.add(transaction, before)
          if (maps) await addMaps(transaction, { key, maps, by: caller, at: now() })
          return shownOne(transaction, before)
        })
      }
      if (!before) refuseUnfitDeclaration(manifest)
      await refuseIncomplete(blobs, manifest)
      const at = now()
      const record: AdoptedRelease = {
        manifest,
        compressed: await compressFiles(blobs, manifest),
        named: await addressesInUploads(blobs, manifest),
        adoptedAt: at.toISOString(),
        ...(maps ? { maps } : {}),
        published: { by: actorName(caller) },
      }
      return store.transaction(async (transaction) => {
        const releases = releasesCollection.in(transaction)
        const known = await releases.get(key)
        if (known) refuseOther(known.manifest, manifest)
        // Another request has registered the same release since.
        if (known && known.revision !== before?.revision) return shownOne(transaction, known)
        refuseOtherVersion(await ofRemote(transaction, remote), manifest)
        const policy = await policyOf(transaction, remote)
        const objection =
          objectionByPolicy(manifest, policy) ?? (await objectionTo(transaction, manifest, offer))
        if (objection) throw objection
        // A release whose files were lost gets them back, under another revision.
        const restored = known ? withFiles(known, manifest) : {}
        const kept = await releases.put(key, { ...record, ...restored }, known)
        const after = { release: manifest.release, commit: manifest.commit, files: manifest.files }
        await recordChange(transaction, {
          at,
          by: caller,
          what: 'release published',
          subject: key,
          after,
        })
        await trials.add(transaction, kept)
        return shownOne(transaction, kept)
      })
    },

    async list(caller, remote) {
      mustRelease(caller, remote)
      const published = await ofRemote(store, remote)
      const newestFirst = published.toSorted((a, b) => (a.adoptedAt < b.adoptedAt ? 1 : -1))
      return { releases: await shown(store, ...newestFirst) }
    },

    async get(caller, remote, release) {
      mustRelease(caller, remote)
      const stored = await releasesCollection.in(store).get(releaseKey(remote, release))
      if (!stored) throw new Refusal('notFound', `${remote} has no release ${release}.`)
      return shownOne(store, stored)
    },

    async noteCheck(caller, remote, release, under) {
      mustRelease(caller, remote)
      return store.transaction(async (transaction) => {
        const key = releaseKey(remote, release)
        const stored = await releasesCollection.in(transaction).get(key)
        if (!stored) throw new Refusal('notFound', `${remote} has no release ${release}.`)
        // Its team continues with it, perhaps under a new shell.
        await trials.add(transaction, stored)
        const { checked: before } = stored
        if (before?.shell === under && before.portalShell === shell) {
          return shownOne(transaction, stored)
        }
        const at = now()
        const checked = {
          at: at.toISOString(),
          by: actorName(caller),
          shell: under,
          ...(shell === undefined ? {} : { portalShell: shell }),
        }
        const record = { ...(bodyOf(stored) as AdoptedRelease), checked }
        const kept = await releasesCollection.in(transaction).update(key, record, stored.revision)
        const entry = { what: 'release checked', subject: key, before, after: checked }
        await recordChange(transaction, { at, by: caller, ...entry })
        return shownOne(transaction, kept)
      })
    },
  }
}

function shownRelease(
  record: AdoptedRelease,
  shell: string | undefined,
  trial: TrialState | undefined,
): ReleaseRecord {
  const { manifest, adoptedAt, published } = record
  return {
    ...manifest,
    base: `/remotes/${manifest.name}/${manifest.release}/`,
    publishedAt: adoptedAt,
    publishedBy: published?.by ?? 'start',
    ...shownCheck(record, shell),
    ...shownTrial(record, shell),
    ...(trial ? { trial } : {}),
  }
}

/** The team's report as the API shows it. `shell`: the portal's build; unknown for a development server. */
function shownCheck(
  record: Pick<AdoptedRelease, 'checked' | 'tried'>,
  shell: string | undefined,
): { checked?: ReleaseCheck } {
  if (!record.checked) return {}
  const { portalShell: _then, ...report } = record.checked
  const isAny = shell === undefined
  return {
    checked: {
      ...report,
      current: isAny || passed(record, shell),
      forQa: isAny || hasTeamsReport(record, shell),
    },
  }
}
