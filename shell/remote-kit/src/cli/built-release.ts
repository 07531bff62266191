import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ReleaseManifest, releaseManifest } from '@portal/contract/releases'
import type { Compiler, Configuration } from '@rspack/core'
import * as z from 'zod/mini'
import { bundledFiles } from '../build/bundled-files.ts'
import { loadConfig, build } from '../build/rspack-build.ts'
import { repositoryOf } from '../build/repository.ts'

import { contractRangeOf } from '../build/contract-range.ts'
import type { WholeRelease } from './release-files.ts'
import type { RemoteFolder } from './remote-folders.ts'

export type BuiltRelease = WholeRelease & {
  manifest: ReleaseManifest & { contractRange: string }
  /**
   * Files of this repository and its packages that were bundled, relative to the repository's root.
   */
  modules: string[]
  /** The source maps of its scripts by file name, if they were requested; no browser is served one. */
  maps: ReadonlyMap<string, Uint8Array>
  /** The budget for one file, in bytes. */
  budget: number
  /** The budget for all files, in bytes. */
  totalBudget: number
}

/**
 * Builds a remote as it is published, in a temporary folder; on request with its types and source
 * maps, which don't change its id, and as a preview of this commit. A check compares its budget.
 */
export async function buildRelease(
  { name, dir }: RemoteFolder,
  { types = false, preview }: { types?: boolean; preview?: string | undefined } = {},
): Promise<BuiltRelease> {
  const out = mkdtempSync(path.join(tmpdir(), `portal-${name}-`))
  const modules = new Set<string>()
  const env = preview === undefined ? {} : { preview }
  try {
    const config = await configIn(dir, { types, ...env })
    await build({
      ...config,
      output: { ...config.output, path: out },
      performance: false,
      plugins: [...(config.plugins ?? []), bundledModules(modules, repositoryOf(dir))],
    })
    const read = (file: string) => readFileSync(path.join(out, file))
    const manifest = {
      ...z.parse(releaseManifest, JSON.parse(read('release.json').toString())),
      contractRange: contractRangeOf(dir),
    }
    const files = new Map(manifest.files.map(({ file }) => [file, new Uint8Array(read(file))]))
    return {
      manifest,
      files,
      maps: types ? await sourceMaps(dir, env, files) : new Map(),
      modules: [...modules].toSorted(),
      budget: budgetOf(config, 'maxAssetSize'),
      totalBudget: budgetOf(config, 'maxEntrypointSize'),
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/**
 * The source maps of a second build with the same scripts: making them changes the order of files, which is part of a
 * release's record.
 */
async function sourceMaps(
  dir: string,
  env: { preview?: string },
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const out = mkdtempSync(path.join(tmpdir(), 'portal-maps-'))
  try {
    const config = await configIn(dir, { maps: true, ...env })
    await build({ ...config, output: { ...config.output, path: out }, performance: false })
    const maps = new Map<string, Uint8Array>()
    for (const [script, bytes] of files) {
      const file = path.join(out, script)
      const map = `${file}.map`
      if (!script.endsWith('.js') || !existsSync(map)) continue
      if (readFileSync(file).equals(bytes)) maps.set(`${script}.map`, readFileSync(map))
    }
    return maps
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

async function configIn(
  dir: string,
  env: { types?: boolean; maps?: boolean; preview?: string },
): Promise<Configuration> {
  // A developer's shell may have set this: a dev server build isn't a release.
  delete process.env['DEV_REMOTES']
  return loadConfig(dir, env)
}

function budgetOf(
  { performance }: Configuration,
  of: 'maxAssetSize' | 'maxEntrypointSize',
): number {
  const budget = performance ? performance[of] : undefined
  if (budget === undefined) throw new Error('The remote’s build has no budget: use remotePreset().')
  return budget
}

/** Collects the bundled files, after tree shaking. */
function bundledModules(into: Set<string>, repository: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('bundled-modules', (compilation) => {
        compilation.hooks.processAssets.tap('bundled-modules', () => {
          for (const file of bundledFiles(compilation)) into.add(path.relative(repository, file))
        })
      })
    },
  }
}
