import { sizeText } from '@portal/domain/file-size'
import { manifestFault } from '@portal/domain/release-compatibility'
import { policyFaults, type RemotePolicy } from '@portal/domain/remote-policy'
import { releaseLimits } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { foreignStyles } from '../build/own-styles.ts'
import type { Finding } from './findings.ts'
import { integrityOf, type WholeRelease } from './release-files.ts'
import type { BuiltRelease } from './built-release.ts'
import type { CheckTarget } from './check-target.ts'
import { sharingWords } from './sharing-words.ts'
import { nameWithoutHash } from '@portal/domain/release-difference'
import path from 'node:path'
import { bringable, packageIn } from '../build/brought-packages.ts'
import { sharedModules } from '../build/shared-modules.ts'

/** Checks that every file exists and matches the manifest. */
export function checkFiles({ manifest, files }: WholeRelease): Finding {
  const fault = manifestFault(manifest)
  const wrong = manifest.files.flatMap(({ file, integrity, size }) => {
    const bytes = files.get(file)
    if (!bytes) return [`${file} is missing.`]
    if (bytes.byteLength !== size) return [`${file} has ${bytes.byteLength} bytes, not ${size}.`]
    return integrityOf(bytes) === integrity ? [] : [`The hash of ${file} differs from its record.`]
  })
  return {
    check: 'files',
    faults: [...(fault === undefined ? [] : [`Of ${manifest.release}: ${fault}.`]), ...wrong],
    summary: `${manifest.files.length} files of ${manifest.release}, each with its sha384`,
  }
}

type Budgeted = Pick<BuiltRelease, 'manifest' | 'budget'> & { totalBudget?: number }

/**
 * Checks each file and all of them against the remote's budgets and the portal's limits. Reports what has grown since
 * the running release.
 */
export function checkBudget(
  { manifest, budget, totalBudget }: Budgeted,
  running?: ReleaseManifest,
): Finding {
  const limit = Math.min(budget, releaseLimits.file)
  const over = manifest.files
    .filter(({ size }) => size > limit)
    .map(
      ({ file, size }) => `${file} has ${size} bytes, ${size - limit} over the budget of ${limit}.`,
    )
  const whole = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const many = manifest.files.length > releaseLimits.files
  const largest = Math.max(...manifest.files.map(({ size }) => size))
  const growth = running && growthSince(running, manifest)
  const isOverTotal = totalBudget !== undefined && whole > totalBudget
  const total =
    totalBudget === undefined ? '' : `, all files ${sizeText(whole)} of ${sizeText(totalBudget)}`
  const tooMuch = isOverTotal
    ? [`All files have ${whole} bytes, ${whole - totalBudget} over the budget of ${totalBudget}.`]
    : []
  const most = growth?.biggest
  const grown = most && over.length + tooMuch.length > 0 ? [`${most}.`] : []
  return {
    check: 'budget',
    faults: [
      ...over,
      ...tooMuch,
      ...grown,
      ...(whole > releaseLimits.release
        ? [`All files have ${whole} bytes; a release may have ${releaseLimits.release}.`]
        : []),
      ...(many
        ? [`There are ${manifest.files.length} files; a release may have ${releaseLimits.files}.`]
        : []),
    ],
    summary: `the largest file has ${sizeText(largest)} of ${sizeText(limit)}${total}`,
    ...(growth ? { notes: growth.lines } : {}),
  }
}

/**
 * Checks what the portal's admins allow the remote. Its own budgets are checked as well, so whichever is stricter counts.
 */
export function checkPolicy(
  { manifest }: Pick<WholeRelease, 'manifest'>,
  policy: RemotePolicy,
): Finding {
  const { budgets: { file, total } = {}, slots } = policy
  const rules = [
    ...(file === undefined ? [] : [`${sizeText(file)} a file`]),
    ...(total === undefined ? [] : [`${sizeText(total)} for all files`]),
    ...(slots === undefined
      ? []
      : [`parts in ${slots.length === 0 ? 'no slot' : slots.join(', ')}`]),
  ]
  return {
    check: 'policy',
    faults: policyFaults(manifest, policy),
    summary:
      rules.length === 0
        ? 'the portal has no limits of its own for this remote'
        : `within what the portal allows this remote: ${rules.join(', ')}`,
  }
}

/** Checks that no style of the release reaches beyond what it shows. */
export function checkStyles({ manifest, files }: WholeRelease): Finding {
  const owner = { remote: manifest.name, release: manifest.release }
  const sheets = [...files].filter(([file]) => file.endsWith('.css'))
  return {
    check: 'styles',
    faults: sheets.flatMap(([file, bytes]) =>
      foreignStyles(Buffer.from(bytes).toString(), owner).map((fault) => `${file}: ${fault}`),
    ),
    summary: 'every selector is limited to the release',
  }
}

/** Checks that the bundle contains no copy of what the shell provides, except what it declares. */
export function checkHostOwned(
  release: WholeRelease & { modules?: string[] },
  against: Pick<CheckTarget, 'live' | 'provided'>,
): Finding {
  const { manifest, files, modules = [] } = release
  const named = hostOwned(modules, manifest.brings)
  const marked = markedOwners(files, manifest.brings)
  return {
    check: 'host’s own',
    faults: [
      ...named.map(
        ({ module, instead }) =>
          `${module} is bundled: import ${instead}, which the shell provides.`,
      ),
      ...marked.map(
        ({ file, owner }) => `${file} contains a copy of ${owner}, which the shell provides.`,
      ),
    ],
    summary: sharingWords(manifest, against),
  }
}

type Grown = { name: string; more: number; isPart: boolean }

type Growth = {
  /** The total change, followed by what has grown most; one line if nothing has grown. */
  lines: string[]
  /** The biggest growth in words; undefined if nothing has grown. */
  biggest: string | undefined
}

/** How many files, and how many parts, are listed. */
const most = 5

/** What has grown since the running release: by file, and by package and folder of its sources. */
function growthSince(running: ReleaseManifest, built: ReleaseManifest): Growth {
  const more = wholeOf(built) - wholeOf(running)
  const files = grownIn(sizesOf(running), sizesOf(built), false)
  // An older release doesn't list its parts.
  const parts = running.parts && built.parts ? grownIn(running.parts, built.parts, true) : []
  const biggest = parts[0] ?? files[0]
  const comparison = `${signedSize(more)} compared with ${running.release}, which runs.`
  return {
    lines: [
      comparison,
      ...[...files.slice(0, most), ...parts.slice(0, most)].map(
        (file) => `${signedSize(file.more)} ${file.name}${file.isPart ? ' (source)' : ''}`,
      ),
    ],
    biggest:
      biggest &&
      `${biggest.name} has grown most since ${running.release}: by ${sizeText(biggest.more)}`,
  }
}

function wholeOf({ files }: ReleaseManifest): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function sizesOf({ files }: ReleaseManifest): Record<string, number> {
  return Object.fromEntries(files.map((file) => [nameWithoutHash(file), file.size]))
}

/** Biggest growth first. */
function grownIn(
  before: Record<string, number>,
  after: Record<string, number>,
  isPart: boolean,
): Grown[] {
  return Object.entries(after)
    .map(([name, size]) => ({ name, more: size - (before[name] ?? 0), isPart }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => b.more - a.more)
}

function signedSize(bytes: number): string {
  return `${bytes < 0 ? '−' : '+'}${sizeText(Math.abs(bytes))}`
}

/**
 * The packages behind the modules that the shell shares, and the import that a remote should use.
 */
const packages: Record<string, string> = {
  react: 'react',
  'react-dom': 'react-dom',
  scheduler: 'react-dom',
  'react-router': '@portal/remote-kit/router',
  'react-router-dom': '@portal/remote-kit/router',
  '@tanstack/react-query': '@portal/remote-kit/query',
  '@tanstack/query-core': '@portal/remote-kit/query',
  '@headlessui/react': 'the components of @portal/shared-ui',
  zustand: 'usePortal() of @portal/remote-kit/portal',
}

/**
 * Strings that survive in a package's bundled code, in its latest majors, so that a copy can be found
 * in the bytes.
 */
export const marks: Record<string, string> = {
  react: 'takes an object of state variables to update or a function which returns an object of',
  'react-dom': 'Minified React error #',
  'react-router': 'may be used only in the context of a <Router> component',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider to set one',
  '@headlessui/react': 'data-headlessui-state',
  '@portal/remote-kit': 'usePortal needs a shell, or the testing host, around it',
}

/** What a release brings, by name, and the scripts that contain it. */
type Brings = Readonly<Record<string, { file: string }>>

/** Whether a release brings this package, and may have it in this script. */
function isBrought(brings: Brings, packageName: string, file?: string): boolean {
  return Object.entries(brings).some(
    ([name, brought]) =>
      bringable[name]?.includes(packageName) && (file === undefined || file === brought.file),
  )
}

/**
 * Of the bundled modules, relative to the workspace's root, those that the shell provides and the
 * release doesn't bring.
 */
export function hostOwned(
  modules: readonly string[],
  brings: Brings = {},
): { module: string; instead: string }[] {
  return modules.flatMap((module) => {
    const owner = packageIn(module)
    if (isBrought(brings, owner)) return []
    const instead = packages[owner] ?? sharedAs(module)
    return instead === undefined ? [] : [{ module, instead }]
  })
}

/** Files whose bytes contain a copy that the release doesn't bring in them. */
export function markedOwners(
  files: ReadonlyMap<string, Uint8Array>,
  brings: Brings = {},
): { file: string; owner: string }[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!/\.m?js$/.test(file)) return []
    const text = Buffer.from(bytes).toString()
    const owners = Object.keys(marks).filter(
      (owner) => text.includes(marks[owner]!) && !isBrought(brings, owner, file),
    )
    return owners.map((owner) => ({ file, owner }))
  })
}

/** The name under which the shell shares a file of the workspace, or of an installed package. */
function sharedAs(module: string): string | undefined {
  const matches =
    /(?:^|^.*\/node_modules\/@portal\/|^shell\/)(remote-kit|shared-ui)\/src\/([\w-]+)\.(?:tsx?|js)$/.exec(
      module.split(path.sep).join('/'),
    )
  if (!matches) return undefined
  const request = `@portal/${matches[1]}/${matches[2]}`
  return sharedModules.includes(request) ? request : undefined
}
