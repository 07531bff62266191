import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@portal/remote-kit/client'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { noteCheck, publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { passTrials } from './gate-runner.ts'

/** Publishes the build in a folder as it is, with the API alone, and makes it everyone's. */
export async function publishBuild(
  { url, call }: { url: string; call: Call },
  folder: string,
): Promise<ReleaseManifest> {
  const read = (file: string) => readFileSync(path.join(folder, file))
  const manifest = JSON.parse(read('release.json').toString()) as ReleaseManifest
  const { name: remote, release } = manifest
  for (const { file } of manifest.files) {
    const bytes = new Uint8Array(read(file))
    const sha384 = createHash('sha384').update(bytes).digest('hex')
    await call(uploadReleaseFile, { params: { remote, sha384 }, upload: bytes })
  }
  const body = { ...manifest, contractRange: '^1.0.0', commit: '0123456789ab' }
  await call(publishRelease, { params: { remote }, body })
  await call(noteCheck, { params: { remote, release }, body: { shell: 'a-pipelines-own' } })
  await passTrials(url)
  const pointer = await call(getPointer, { params: { remote } }).catch(() => undefined)
  const revision = pointer?.revision ?? 'new'
  const step = { release, step: '100', reason: 'A journey' } as const
  await call(promoteRelease, { params: { remote }, body: step, revision })
  return manifest
}
