import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Compiler } from '@rspack/core'
import { bundledFiles } from './bundled-files.ts'
import { repositoryOf } from './repository.ts'
import { packageVersion } from './shared-modules.ts'

/** The packages that remotes use too, by their folders in this workspace. */
const folders = {
  '@portal/domain': 'api/domain',
  '@portal/contract': 'api/contract',
  '@portal/shared-ui': 'shared-ui',
  '@portal/remote-kit': 'shell/remote-kit',
}

/** Writes `packages.json`: the version of each of these packages, with a hash of its bundled sources. */
export function bundledPackages(dir: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('bundled packages', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'bundled packages', stage }, () => {
          const text = JSON.stringify(
            packagesOf(repositoryOf(dir), bundledFiles(compilation)),
            null,
            2,
          )
          compilation.emitAsset('packages.json', new compiler.rspack.sources.RawSource(text))
        })
      })
    },
  }
}

function packagesOf(repository: string, files: Set<string>) {
  const sorted = [...files].toSorted()
  return Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => {
      const inside = `${path.join(repository, folder)}${path.sep}`
      const hash = createHash('sha384')
      for (const file of sorted.filter((one) => one.startsWith(inside))) {
        hash
          .update(path.relative(inside, file))
          .update('\0')
          .update(readFileSync(file))
          .update('\0')
      }
      const version = packageVersion(path.join(inside, 'package.json'))
      return [name, { version, integrity: `sha384-${hash.digest('base64')}` }]
    }),
  )
}
