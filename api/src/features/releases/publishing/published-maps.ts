import { sourceMapLimits } from '@portal/contract/publishing'
import type { Person } from '@portal/contract/portal'
import type { ReleaseManifest } from '@portal/contract/releases'
import type { ReleaseTokenHolder } from '../../../access.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { Refusal } from '../../../refusal.ts'
import { type AdoptedRelease, releasesCollection } from '../release-records.ts'
import { refuseIncomplete } from './republishing.ts'

type Maps = ReleaseManifest['files']

/** Refuses source maps that are too large to resolve a stack with, or of no script of the release. */
export async function refuseUnusableMaps(
  blobs: BlobStore,
  { name, files }: ReleaseManifest,
  maps: Maps,
): Promise<void> {
  const scripts = new Set(files.map(({ file }) => `${file}.map`))
  const odd = maps.find(({ file }) => !scripts.delete(file))
  if (odd) throw new Refusal('invalid', `${odd.file} belongs to no file of the release.`)
  const size = maps.reduce((sum, map) => sum + map.size, 0)
  if (maps.some((map) => map.size > sourceMapLimits.file) || size > sourceMapLimits.all) {
    throw new Refusal(
      'tooLarge',
      `A source map may have at most ${sourceMapLimits.file / 1024 / 1024} MB, and those of a release ${sourceMapLimits.all / 1024 / 1024} MB.`,
    )
  }
  await refuseIncomplete(blobs, { name, files: maps })
}

type Added = { key: string; maps: Maps; by: Person | ReleaseTokenHolder; at: Date }

/** Adds source maps to a release that was published or adopted without any. */
export async function addMaps(
  transaction: StoreOperations,
  { key, maps, by, at }: Added,
): Promise<void> {
  const releases = releasesCollection.in(transaction)
  const stored = await releases.get(key)
  if (!stored || stored.maps) return
  await releases.update(key, { ...(bodyOf(stored) as AdoptedRelease), maps }, stored.revision)
  const entry = { what: 'release published', subject: key, after: { maps } }
  await recordChange(transaction, { at, by, ...entry })
}
