import { sizeText } from './file-size.ts'

/** What is compared of a release: parts of its `release.json`. */
export type ComparedRelease = {
  audience: string
  routes: readonly string[]
  navigation: readonly { to: string; label: string; icon: string; order: number }[]
  slots: readonly { slot: string; component: string; order: number }[]
  brings?: Readonly<Record<string, { version: string; compressed: number }>> | undefined
  shared: Readonly<Record<string, string>>
  contractRange?: string | undefined
  files: readonly ComparedFile[]
  commit?: string | undefined
  /** The addresses that its code contains; absent if they aren't known. */
  named?: readonly { address: string; onlyAdmins?: true | undefined }[] | undefined
}

type ComparedFile = { file: string; size: number; integrity: string }

/** What is compared, in the order in which differences are listed: what people notice first. */
export const comparedParts = [
  'audience',
  'routes',
  'navigation',
  'slots',
  'addresses',
  'brings',
  'shared',
  'contract',
  'size',
  'files',
  'commit',
] as const
export type ComparedPart = (typeof comparedParts)[number]

export type ReleaseDifference = { part: ComparedPart; lines: DifferenceLine[] }
export type DifferenceLine = { kind: 'added' | 'removed' | 'changed'; text: string }

/**
 * What differs in the second release, by part; empty if nothing does. Without a first one, everything
 * in the second is added.
 */
export function releaseDifference(
  before: ComparedRelease | undefined,
  after: ComparedRelease,
): ReleaseDifference[] {
  const linesOf = linesBetween(before ?? nothing, after)
  return comparedParts
    .map((part) => ({ part, lines: linesOf[part] }))
    .filter(({ lines }) => lines.length > 0)
}

const nothing = { named: [], routes: [], navigation: [], slots: [], shared: {}, files: [] }

type Before = Omit<ComparedRelease, 'audience'> & { audience?: string }

function linesBetween(a: Before, b: ComparedRelease): Record<ComparedPart, DifferenceLine[]> {
  return {
    audience: valueLines(a.audience, b.audience),
    routes: listLines(a.routes, b.routes),
    navigation: listLines(a.navigation.map(entryWords), b.navigation.map(entryWords)),
    slots: listLines(a.slots.map(slotWords), b.slots.map(slotWords)),
    addresses: a.named && b.named ? addressLines(a.named, b.named) : [],
    brings: recordLines(broughtPackages(a), broughtPackages(b)),
    shared: recordLines(a.shared, b.shared),
    contract: valueLines(a.contractRange, b.contractRange),
    size: sizeLines(a.files, b.files),
    files: fileLines(a.files, b.files),
    commit: valueLines(a.commit, b.commit),
  }
}

function entryWords({ to, label, icon, order }: ComparedRelease['navigation'][number]): string {
  return `“${label}” to ${to} (${icon}, place ${order})`
}

function slotWords({ slot, component, order }: ComparedRelease['slots'][number]): string {
  return `${component} in ${slot} (place ${order})`
}

type Named = NonNullable<ComparedRelease['named']>

function addressLines(a: Named, b: Named): DifferenceLine[] {
  return listLines(a.map(addressWords), b.map(addressWords))
}

function addressWords({ address, onlyAdmins }: Named[number]): string {
  return onlyAdmins ? `${address} (only for admins)` : address
}

/** `react` is `18.3.1, 38 KB (Brotli)`. */
function broughtPackages({ brings = {} }: Pick<ComparedRelease, 'brings'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(brings).map(([name, { version, compressed }]) => [
      name,
      `${version}, ${sizeText(compressed)} (Brotli)`,
    ]),
  )
}

/**
 * A file's name contains a hash of its bytes: without it, the file can be matched with another
 * release's.
 */
export function nameWithoutHash({ file }: { file: string }): string {
  return file.replace(/\.[0-9a-f]{8,}(?=\.)/, '')
}

function sizeLines(a: readonly ComparedFile[], b: readonly ComparedFile[]): DifferenceLine[] {
  const [was, is] = [totalOf(a), totalOf(b)]
  if (was === is) return []
  if (a.length === 0) return [{ kind: 'added', text: sizeText(is) }]
  return [{ kind: 'changed', text: grownWords(was, is) }]
}

function totalOf(files: readonly ComparedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function fileLines(a: readonly ComparedFile[], b: readonly ComparedFile[]): DifferenceLine[] {
  const before = new Map(a.map((file) => [nameWithoutHash(file), file]))
  const after = new Map(b.map((file) => [nameWithoutHash(file), file]))
  return namesOf(before, after).flatMap((name): DifferenceLine[] => {
    const [was, is] = [before.get(name), after.get(name)]
    if (!is) return [{ kind: 'removed', text: `${name}, ${sizeText(was!.size)}` }]
    if (!was) return [{ kind: 'added', text: `${name}, ${sizeText(is.size)}` }]
    if (was.integrity === is.integrity) return []
    return [{ kind: 'changed', text: `${name}, ${grownWords(was.size, is.size)}` }]
  })
}

function grownWords(was: number, is: number): string {
  const more = is - was
  const signed = more < 0 ? `−${-more}` : `+${more}`
  return `${sizeText(was)} → ${sizeText(is)} (${signed} bytes)`
}

function recordLines(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): DifferenceLine[] {
  const names = namesOf(new Map(Object.entries(a)), new Map(Object.entries(b)))
  return names.flatMap((name) =>
    valueLines(a[name], b[name]).map(({ kind, text }) => ({ kind, text: `${name} ${text}` })),
  )
}

function listLines(a: readonly string[], b: readonly string[]): DifferenceLine[] {
  const removed = a.filter((line) => !b.includes(line))
  const added = b.filter((line) => !a.includes(line))
  return [
    ...removed.map((text) => ({ kind: 'removed' as const, text })),
    ...added.map((text) => ({ kind: 'added' as const, text })),
  ]
}

function valueLines(a: string | undefined, b: string | undefined): DifferenceLine[] {
  if (a === b) return []
  if (a === undefined) return [{ kind: 'added', text: b! }]
  if (b === undefined) return [{ kind: 'removed', text: a }]
  return [{ kind: 'changed', text: `${a} → ${b}` }]
}

function namesOf(a: Map<string, unknown>, b: Map<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].toSorted()
}
