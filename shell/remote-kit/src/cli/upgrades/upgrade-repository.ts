import { globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrations } from './migrations.ts'
import { rewriteSource } from './rewrite-source.ts'

/** By package, the range that a new remote gets. */
export type Ranges = Record<string, string>

/** What an upgrade does to one file. */
export type FileUpgrade = { file: string; text: string; done: string[]; byHand: string[] }

/** What an upgrade of the remote in this folder would change; files that stay as they are aren't listed. */
export function upgradesOf(
  dir: string,
  { ranges, contract }: { ranges: Ranges; contract: string },
): FileUpgrade[] {
  const read = (file: string) => readFileSync(path.join(dir, file), 'utf8')
  const files = globSync(['*.{ts,tsx,mts,js,mjs}', '{src,test,tests,e2e}/**/*.{ts,tsx,js,jsx}'], {
    cwd: dir,
  })
  // A link may lead to what isn't this repository's.
  const own = realpathSync(dir) + path.sep
  const sources = files
    .filter((file) => realpathSync(path.join(dir, file)).startsWith(own))
    .toSorted()
    .map((file) => ({ file, ...rewriteSource(file, read(file), migrations) }))
  const imported = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/['"](@portal\/[\w-]+)\//g)].map(([, name]) => name!),
    ),
  )
  const settings = upgradedPackage(read('package.json'), { ranges, contract, imported })
  return [...sources, { file: 'package.json', ...settings }].filter(
    ({ done, byHand }) => done.length + byHand.length > 0,
  )
}

/** Writes what changes. */
export function writeUpgrades(dir: string, upgrades: readonly FileUpgrade[]): void {
  for (const { file, text, done } of upgrades) {
    if (done.length > 0) writeFileSync(path.join(dir, file), text)
  }
}

type PackageFile = {
  dependencies?: Ranges
  devDependencies?: Ranges
  peerDependencies?: Ranges
  portal?: { contractRange?: string; brings?: string[] }
}

/** Raises the ranges of what a new remote has too, adds packages that are imported now, and keeps what it brings. */
export function upgradedPackage(
  text: string,
  {
    ranges,
    contract,
    imported,
  }: { ranges: Ranges; contract: string; imported: ReadonlySet<string> },
): Omit<FileUpgrade, 'file'> {
  const file = JSON.parse(text) as PackageFile
  const done: string[] = []
  const kept = new Set((file.portal?.brings ?? []).flatMap(packagesWith))
  const lists = [file.dependencies, file.devDependencies, file.peerDependencies]
  for (const list of lists.filter((each) => each !== undefined)) {
    for (const [name, range] of Object.entries(list)) {
      const newer = ranges[name]
      if (newer === undefined || kept.has(name) || !isBelow(range, newer)) continue
      list[name] = newer
      done.push(`${name} ${range} → ${newer}`)
    }
  }
  for (const name of imported) {
    const range = ranges[name]
    if (range === undefined || lists.some((list) => list?.[name] !== undefined)) continue
    file.dependencies = { ...file.dependencies, [name]: range }
    done.push(`${name} ${range}, because a source imports it`)
  }
  const supported = file.portal?.contractRange
  const current = `^${contract.split('.').slice(0, 2).join('.')}.0`
  if (supported !== undefined && majorOf(supported) !== majorOf(current)) {
    file.portal!.contractRange = current
    done.push(`portal.contractRange ${supported} → ${current}`)
  }
  return { text: done.length > 0 ? writtenAs(text, file) : text, done, byHand: [] }
}

/** With the indentation and the line ends of what it replaces. */
function writtenAs(before: string, file: PackageFile): string {
  const [, indent = '  '] = /^([\t ]+)"/m.exec(before) ?? []
  const text = `${JSON.stringify(file, null, indent)}\n`
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

/** `react` comes with `react-dom` and the types of both. */
function packagesWith(brought: string): string[] {
  return brought === 'react'
    ? ['react', 'react-dom', '@types/react', '@types/react-dom']
    : [brought]
}

/** Whether a range begins below another one. A range without a version, such as `workspace:*`, doesn't. */
function isBelow(range: string, other: string): boolean {
  const [a, b] = [lowestOf(range), lowestOf(other)]
  if (!a || !b) return false
  const different = a.findIndex((part, n) => part !== b[n])
  return different !== -1 && a[different]! < b[different]!
}

function lowestOf(range: string): number[] | undefined {
  const match = /^[\^~]?(\d+)\.(\d+)\.(\d+)$/.exec(range)
  return match?.slice(1).map(Number)
}

function majorOf(range: string): number | undefined {
  return lowestOf(range)?.[0]
}
