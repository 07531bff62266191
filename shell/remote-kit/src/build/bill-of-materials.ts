import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Compiler } from '@rspack/core'
import { bundledFiles } from './bundled-files.ts'
import { repositoryOf, lockfileIn } from './repository.ts'
import { parse } from 'yaml'

/** Part of each build, and so of each release. */
export const billFile = 'sbom.cdx.json'

type Package = { name: string; version: string }

/**
 * Writes the software bill of materials: the packages whose code is in the build, with the hashes
 * of the lockfile. CycloneDX 1.6 in JSON. It contains neither the time nor a random number, so that
 * the same sources produce the same release.
 */
export function billOfMaterials(dir: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('bill of materials', (compilation) => {
        const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE
        compilation.hooks.processAssets.tap({ name: 'bill of materials', stage }, () => {
          const text = billOf(dir, packagesOf(bundledFiles(compilation)))
          compilation.emitAsset(billFile, new compiler.rspack.sources.RawSource(text))
        })
      })
    },
  }
}

function billOf(dir: string, packages: Package[]): string {
  const bill = new Models.Bom()
  bill.metadata.component = componentOf(packageIn(dir), Enums.ComponentType.Application)
  const locked = lockedHashes(repositoryOf(dir))
  for (const entry of packages) {
    const component = componentOf(entry, Enums.ComponentType.Library)
    const integrity = locked.get(`${entry.name}@${entry.version}`)
    if (integrity?.startsWith('sha512-')) {
      const sha512 = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
      component.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512)
    }
    bill.components.add(component)
  }
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return new Serialize.JsonSerializer(normalize).serialize(bill, { sortLists: true, space: 2 })
}

function componentOf({ name, version }: Package, type: Enums.ComponentType): Models.Component {
  const [last, group] = name.split('/').toReversed() as [string, string?]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return new Models.Component(type, last, {
    ...(group === undefined ? {} : { group }),
    version,
    purl,
    bomRef: purl,
  })
}

/** The packages, of the registry and of this workspace, that the files belong to. */
function packagesOf(files: Iterable<string>): Package[] {
  const folders = new Set([...files].map(packageFolder).filter((folder) => folder !== undefined))
  const packageMap = new Map<string, Package>()
  for (const folder of folders) {
    const entry = packageIn(folder)
    packageMap.set(`${entry.name}@${entry.version}`, entry)
  }
  return [...packageMap.values()]
}

/** The folder of the package that a file belongs to; undefined for a file of the workspace itself. */
function packageFolder(file: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0]
}

function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package
}

/** Integrities by `name@version`. */
type Hashes = ReadonlyMap<string, string>

type PnpmLockfile = { packages: Record<string, { resolution: { integrity?: string } }> }

type NpmLockfile = {
  packages: Record<string, { version?: string; name?: string; integrity?: string }>
}

const read = new Map<string, Hashes>()

/**
 * The packages’ hashes in the lockfile of pnpm or npm in a folder; none without such a file. Read
 * once for all builds of a process: parsing it takes half a second.
 */
function lockedHashes(folder: string): Hashes {
  const known = read.get(folder)
  if (known) return known
  const file = lockfileIn(folder)
  const hashes = new Map(file === undefined ? [] : entriesOf(file))
  read.set(folder, hashes)
  return hashes
}

function entriesOf(file: string): [string, string][] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('pnpm-lock.yaml')) {
    const { packages } = parse(text) as PnpmLockfile
    return Object.entries(packages).flatMap(
      ([
        name,
        {
          resolution: { integrity },
        },
      ]) => (integrity === undefined ? [] : [[name, integrity] as [string, string]]),
    )
  }
  if (!file.endsWith('package-lock.json')) return []
  const { packages } = JSON.parse(text) as NpmLockfile
  return Object.entries(packages).flatMap(([place, { name, version, integrity }]) => {
    const named = name ?? place.split('node_modules/').at(-1)
    return integrity === undefined ? [] : [[`${named}@${version}`, integrity] as [string, string]]
  })
}
