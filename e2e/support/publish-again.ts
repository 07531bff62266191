import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Call } from '@portal/remote-kit/client'
import { noteCheck, publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { builtAs } from './built-as.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Publishes another version of a remote, as its team's pipeline would, with different code. The
 * page that runs it is marked: `<html data-directory="8.0.0">`. Its team reports that it has checked it; beyond the QA
 * cohort it also needs a verdict (`passTrials`).
 */
export async function publishAgain(
  call: Call,
  remote: string,
  version: string,
  claims: Partial<Pick<ReleaseManifest, 'routes'>> = {},
  alter = (source: string, _global: string) => source,
  /** The folder of its build. */
  build = path.join(root, `mf-${remote}/dist`),
): Promise<string> {
  const params = { remote }
  const release = `${version}-0123456789ab`
  const global = `${remote}_${release}`.replaceAll(/\W/g, '_')
  const { manifest, files } = builtAs(build, { release, global }, (source) =>
    alter(`document.documentElement.dataset.${remote} = '${version}';\n${source}`, global),
  )
  for (const bytes of files.values()) {
    const sha384 = createHash('sha384').update(bytes).digest('hex')
    await call(uploadReleaseFile, { params: { ...params, sha384 }, upload: new Uint8Array(bytes) })
  }
  await call(publishRelease, {
    params,
    body: {
      ...manifest,
      ...claims,
      version,
      contractRange: manifest.contractRange ?? '^1.0.0',
      commit: manifest.commit ?? '0123456789ab',
    },
  })
  await call(noteCheck, { params: { ...params, release }, body: { shell: 'a-pipelines-own' } })
  return release
}
