import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@portal/contract/releases'
import { remotes } from '../../../scripts/remotes.ts'
import { build } from '../../../shell/remote-kit/src/build/rspack-build.ts'
import { shellPreset } from '../../../shell/remote-kit/src/build/shell-preset.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * `inside`: every screen in one file. `lazy`: one file per screen, requested when the route is
 * known.
 */
export type Screens = 'inside' | 'lazy'

/**
 * Builds shell and remotes as one bundle, and returns the settings with which a portal serves it.
 */
export async function buildOneBundle(screens: Screens, folder: string): Promise<NodeJS.ProcessEnv> {
  const out = path.join(folder, `one-bundle-${screens}`)
  const preset = shellPreset({
    dir: path.join(root, 'shell'),
    out,
    identity: 'emulator',
    entry: path.join(import.meta.dirname, 'main.tsx'),
    federated: false,
  })
  const parts = { include: /mf-\w+/, parser: { dynamicImportMode: 'eager' as const } }
  const rules = [...(preset.module?.rules ?? []), ...(screens === 'inside' ? [parts] : [])]
  await build({ ...preset, module: { ...preset.module, rules } })
  return { SHELL_FOLDER: out, RELEASES_FOLDER: emptyReleases(folder).join(',') }
}

/** The composition lists the same navigation, routes and slots, but no files to fetch. */
function emptyReleases(folder: string): string[] {
  return remotes().map(({ name, dir }) => {
    const manifest = JSON.parse(
      readFileSync(path.join(dir, 'dist/release.json'), 'utf8'),
    ) as ReleaseManifest
    const target = path.join(folder, `nothing-of-${name}`)
    mkdirSync(target, { recursive: true })
    const nothing = Buffer.from('All code is in the one bundle.\n')
    writeFileSync(path.join(target, 'nothing.txt'), nothing)
    const integrity = `sha384-${createHash('sha384').update(nothing).digest('base64')}`
    const empty: ReleaseManifest = {
      ...manifest,
      release: `${manifest.version}-one-bundle`,
      entry: 'nothing.txt',
      files: [{ file: 'nothing.txt', integrity, size: nothing.byteLength }],
      preload: {},
    }
    writeFileSync(path.join(target, 'release.json'), JSON.stringify(empty))
    return target
  })
}
