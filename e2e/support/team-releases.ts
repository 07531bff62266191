import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@portal/remote-kit/client'
import { noteCheck, publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { integrityOf } from './built-as.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The name of a team's release; like a real one, it can't be guessed from the others. */
function teamRelease(remote: string, number: number): string {
  const hash = createHash('sha256').update(`${remote} ${number}`).digest('hex').slice(0, 12)
  return `1.${number}.0-${hash}`
}

/**
 * Publishes a release of a team that exists only to be one of many: its record is as long as that of a real one, and its
 * files, which nobody runs, are short.
 */
export async function publishTeamRelease(
  pipeline: Call,
  remote: string,
  number: number,
): Promise<string> {
  const real = JSON.parse(
    readFileSync(path.join(root, 'mf-directory/dist/release.json'), 'utf8'),
  ) as ReleaseManifest
  const release = teamRelease(remote, number)
  const files = real.files.map(({ file }) => {
    const bytes = Buffer.from(`/* ${remote} ${release} ${file} */`)
    return { file, bytes, integrity: integrityOf(bytes), size: bytes.byteLength }
  })
  for (const { bytes } of files) {
    const sha384 = createHash('sha384').update(bytes).digest('hex')
    await pipeline(uploadReleaseFile, { params: { remote, sha384 }, upload: new Uint8Array(bytes) })
  }
  const renamed = JSON.parse(
    JSON.stringify(real).replaceAll('/directory', `/${remote}`),
  ) as ReleaseManifest
  await pipeline(publishRelease, {
    params: { remote },
    body: {
      ...renamed,
      name: remote,
      release,
      version: `1.${number}.0`,
      global: `${remote}_${number}`.replaceAll('-', '_'),
      navigation: renamed.navigation.map((entry) => ({ ...entry, label: remote })),
      files: files.map(({ file, integrity, size }) => ({ file, integrity, size })),
      contractRange: real.contractRange ?? '^1.0.0',
      commit: real.commit ?? '0123456789ab',
    },
  })
  await pipeline(noteCheck, { params: { remote, release }, body: { shell: 'a-pipelines-own' } })
  return release
}
