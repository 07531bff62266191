import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@portal/contract/releases'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { Refusal } from '../../../refusal.ts'
import { checkFile, type StoredFile } from '../../../platform/store/check-file.ts'
import { hasSameFiles } from './manifest-checks.ts'
import { type AdoptedRelease, sha384Of, uploadedBlob } from '../release-records.ts'

/**
 * A release never changes, in its files or in its record. Only the commit may differ, because the
 * same sources come back by a revert or a squash, and the sizes of its parts, because a comment
 * changes nothing else. The first record stays.
 */
export function refuseOther(kept: ReleaseManifest, given: ReleaseManifest): void {
  const { name, release } = given
  if (!hasSameFiles(kept, given)) {
    throw new Refusal('conflict', `Release ${release} of ${name} exists with other files.`)
  }
  const { commit: _kept, files: _same, parts: _keptParts, ...before } = kept
  const {
    commit: _given,
    files: _compared,
    parts: _givenParts,
    contractRange,
    usedNames,
    ...same
  } = given
  // Fields that are missing in a folder's build or an earlier one aren't compared.
  const comparable = {
    ...same,
    ...(kept.contractRange === undefined ? {} : { contractRange }),
    ...(kept.usedNames === undefined ? {} : { usedNames }),
  }
  if (isDeepStrictEqual(asJson(before), asJson(comparable))) return
  throw new Refusal('conflict', `Release ${release} of ${name} exists with another record.`)
}

export function refuseOtherVersion(known: readonly AdoptedRelease[], given: ReleaseManifest): void {
  const taken = known.find(
    ({ manifest, published }) =>
      published && manifest.version === given.version && !hasSameFiles(manifest, given),
  )
  if (!taken) return
  const { name, version } = given
  throw new Refusal(
    'conflict',
    `Version ${version} of ${name} was published with other files, as ${taken.manifest.release}: raise the version.`,
  )
}

/** Each file must have been uploaded with the recorded size, and unaltered since. */
export async function refuseIncomplete(
  blobs: BlobStore,
  { name, files }: Pick<ReleaseManifest, 'name' | 'files'>,
): Promise<void> {
  for (const { file, integrity, size } of files) {
    const hash = sha384Of(integrity)
    const key = uploadedBlob(name, hash)
    const info = await blobs.info(key)
    if (!info) throw new Refusal('invalid', `${file} has not been uploaded yet.`)
    if (info.size !== size) {
      throw new Refusal(
        'invalid',
        `${file} has ${info.size} bytes, not ${size} as its record says.`,
      )
    }
    const stored: StoredFile = { key, algorithm: 'sha384', hash }
    if (typeof (await checkFile(blobs, stored)) === 'string') {
      throw new Refusal('invalid', `${file} is damaged on the server: upload it again.`)
    }
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
