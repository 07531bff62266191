import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@portal/contract/client'
import { noteCheck, publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Publishes another version of a remote, as its team's pipeline would, with different code. The
 * page that runs it is marked: `<html data-directory="8.0.0">`.
 */
export async function publishAgain(
  call: Call,
  remote: string,
  version: string,
  claims: Partial<Pick<ReleaseManifest, 'routes'>> = {},
): Promise<string> {
  const params = { remote }
  const built = path.join(root, `mf-${remote}/dist`)
  const manifest = JSON.parse(
    readFileSync(path.join(built, 'release.json'), 'utf8'),
  ) as ReleaseManifest
  const release = `${version}-0123456789ab`
  const files = manifest.files.map(({ file }) => {
    const bytes = readFileSync(path.join(built, file))
    const whole =
      file === manifest.entry
        ? Buffer.concat([
            Buffer.from(`document.documentElement.dataset.${remote} = '${version}';\n`),
            bytes,
          ])
        : bytes
    return { file, bytes: whole, digest: createHash('sha384').update(whole).digest() }
  })
  for (const { bytes, digest } of files) {
    await call(uploadReleaseFile, {
      params: { ...params, sha384: digest.toString('hex') },
      upload: new Uint8Array(bytes),
    })
  }
  await call(publishRelease, {
    params,
    body: {
      ...manifest,
      ...claims,
      release,
      version,
      contractRange: manifest.contractRange ?? '^1.0.0',
      commit: manifest.commit ?? '0123456789ab',
      files: files.map(({ file, bytes, digest }) => ({
        file,
        integrity: `sha384-${digest.toString('base64')}`,
        size: bytes.byteLength,
      })),
    },
  })
  await call(noteCheck, { params: { ...params, release }, body: { shell: 'a-pipelines-own' } })
  return release
}
