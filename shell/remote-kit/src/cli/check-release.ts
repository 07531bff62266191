import { isApiError } from '../client.ts'
import { collisionsOf } from '@portal/domain/release-collisions'
import { incompatibilitiesOf } from '@portal/domain/release-compatibility'
import { placedByPolicy } from '@portal/domain/remote-policy'
import { type ReleaseManifest, contractVersion } from '@portal/contract/releases'
import type { Browser } from '@playwright/test'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'
import {
  checkBudget,
  checkFiles,
  checkHostOwned,
  checkPolicy,
  checkStyles,
} from './bundle-checks.ts'
import type { Finding } from './findings.ts'
import type { CheckTarget, Ground } from './check-target.ts'
import { mountScreens, openBrowser } from './mount-screens.ts'
import type { WholeRelease } from './release-files.ts'
import { supportNotes } from './release-support.ts'
import type { RemoteFolder } from './remote-folders.ts'
import { openStubHost } from './stub-host.ts'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from './command.ts'
import { contractAt } from './contract-at.ts'
import { contractRangeOf, lowestOf } from '../build/contract-range.ts'

/**
 * Builds a remote and runs the checks that need its sources. `keep` receives the result, if there
 * is one; `running` is what it is compared with.
 */
export async function* checkSources(
  remote: RemoteFolder,
  keep: (build: BuiltRelease) => void,
  { types = false, preview, running }: SourcesOptions = {},
): AsyncGenerator<Finding> {
  yield await checkTypes(remote, repositoryOf(remote.dir))
  let build: BuiltRelease
  try {
    build = await buildRelease(remote, { types, preview })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    yield { check: 'build', faults: [message], summary: '' }
    return
  }
  keep(build)
  yield checkBudget(build, running)
}

type SourcesOptions = {
  types?: boolean
  /** The commit of a preview. */
  preview?: string | undefined
  running?: ReleaseManifest | undefined
}

/**
 * Runs the checks that need only a release's bytes: the same before publishing and before
 * promoting.
 */
export async function* checkRelease(
  release: WholeRelease & { modules?: string[] },
  against: CheckTarget,
): AsyncGenerator<Finding> {
  const files = checkFiles(release)
  yield files
  yield checkStyles(release)
  yield checkHostOwned(release, against)
  const fit = checkFit(release, against)
  yield fit
  yield checkCollisions(release, against)
  if (against.policy) yield checkPolicy(release, against.policy)
  // Code that isn’t what it claims, or that the shell can’t run, isn’t run.
  if (files.faults.length + fit.faults.length > 0) return
  yield { check: 'shell', faults: [], summary: against.shell.description }
  yield* inBrowser(async function* (browser) {
    yield await checkScreens(release, browser, { shellFolder: against.shell.folder })
  })
}

/** Checks that the portal's shell and API provide what the release needs. */
export function checkFit({ manifest }: WholeRelease, against: Ground): Finding {
  const wanted = Object.keys(manifest.shared).length
  const withNames =
    manifest.usedNames && against.exportedNames ? ', with every name that it uses of them' : ''
  return {
    check: 'fit',
    faults: incompatibilitiesOf(manifest, against),
    notes: supportNotes(manifest, against.support),
    summary: `${against.where} has contract ${against.contractVersion} and the ${wanted} shared modules it needs${withNames}`,
  }
}

export function checkCollisions(
  { manifest }: WholeRelease,
  against: Ground & Pick<CheckTarget, 'policy'>,
): Finding {
  const others = new Set(
    against.live.filter(({ name }) => name !== manifest.name).map(({ name }) => name),
  )
  return {
    check: 'collisions',
    faults: collisionsOf(placedByPolicy(manifest, against.policy ?? {}), against.live),
    summary:
      others.size === 0
        ? `${against.where} runs no other remote`
        : `none with ${[...others].join(', ')} of ${against.where}`,
  }
}

/** Keeps a browser open while `work` runs. */
export async function* inBrowser(
  work: (browser: Browser) => AsyncGenerator<Finding>,
): AsyncGenerator<Finding> {
  const browser = await openBrowser()
  try {
    yield* work(browser)
  } finally {
    await browser.close()
  }
}

/**
 * Checks that every screen and every part of the release renders in the shell from its own files,
 * in a portal in memory that runs only this release under the shell in this folder.
 */
export async function checkScreens(
  release: WholeRelease,
  browser: Browser,
  { shellFolder }: { shellFolder: string },
): Promise<Finding> {
  const check = 'screens'
  const host = await openStubHost({ shellFolder })
  try {
    const refused = await host.run(release).then(() => undefined, errorMessage)
    if (refused !== undefined) return { check, faults: [refused], summary: '' }
    const { addresses, faults } = await mountScreens(browser, host, release.manifest)
    return { check, faults, summary: `${addresses.length} mounted: ${addresses.join(', ')}` }
  } finally {
    await host.close()
  }
}

/** A refusal by the portal in memory is a finding, anything else a defect. */
function errorMessage(error: unknown): string {
  if (!isApiError(error)) throw error
  return error.message
}

const run = promisify(execFile)

/**
 * Checks that a remote's sources compile against the current contract, and against the lowest one
 * it supports.
 */
export async function checkTypes(remote: RemoteFolder, workspace: string): Promise<Finding> {
  const range = supportedRange(remote)
  const lowest = lowestOf(range)
  const current = await errorsAgainst(remote, workspace)
  const faults = current.map((error) => `Against contract ${contractVersion}: ${error}`)
  if (lowest === contractVersion) {
    const summary = `compiles against contract ${contractVersion}, which is also the lowest of ${range}`
    return { check: 'types', faults, summary }
  }
  if (!existsSync(path.join(workspace, 'api/contract'))) {
    const advice = `install the @portal/contract that has contract ${lowest}, or raise portal.contractRange in package.json`
    const fault = `The packages have contract ${contractVersion}, not ${lowest}, the lowest of ${range}: ${advice}.`
    return { check: 'types', faults: [...faults, fault], summary: '' }
  }
  try {
    const contract = await contractAt(workspace, lowest)
    const errors = await errorsAgainst(remote, workspace, contract)
    faults.push(
      ...errors.map((error) => `Against contract ${lowest}, the lowest of ${range}: ${error}`),
    )
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    faults.push(error.message)
  }
  return {
    check: 'types',
    faults,
    summary: `compiles against contract ${contractVersion} and against ${lowest}, the lowest of ${range}`,
  }
}

function supportedRange({ dir }: RemoteFolder): string {
  try {
    return contractRangeOf(dir)
  } catch (cause) {
    throw new CommandFailure((cause as Error).message, { cause })
  }
}

/**
 * Compiler errors in the remote's own files; optionally with another contract's folder instead of
 * the current one.
 */
async function errorsAgainst(
  { dir }: RemoteFolder,
  workspace: string,
  contract?: string,
): Promise<string[]> {
  const cache = path.join(workspace, '.cache/types')
  mkdirSync(cache, { recursive: true })
  const known = path.join(cache, path.basename(dir))
  if (contract === undefined) {
    return compilerErrors(dir, workspace, path.join(dir, 'tsconfig.json'), known)
  }
  const folder = mkdtempSync(path.join(cache, 'against-'))
  const project = path.join(folder, 'tsconfig.json')
  const include = ['src', 'rspack.config.ts'].map((part) => path.join(dir, part))
  const types = path.join(workspace, 'shell/remote-kit/src/css.d.ts')
  try {
    writeFileSync(
      project,
      JSON.stringify({
        extends: path.join(dir, 'tsconfig.json'),
        compilerOptions: { paths: { '@portal/contract/*': [path.join(contract, 'src/*.ts')] } },
        include: [...include, types],
      }),
    )
    return await compilerErrors(dir, workspace, project, `${known}-${path.basename(contract)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks only the remote's own files: the shell brings the others, with its own contract. Files
 * that `known` lists as correct aren't compiled again.
 */
async function compilerErrors(
  dir: string,
  workspace: string,
  project: string,
  known: string,
): Promise<string[]> {
  const tsc = path.join(workspace, 'node_modules/.bin/tsc')
  const kept = ['--incremental', '--tsBuildInfoFile', `${known}.tsbuildinfo`]
  try {
    await run(tsc, ['-p', project, '--pretty', 'false', ...kept], { cwd: workspace })
    return []
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (stdout === undefined) throw error
    const folder = path.relative(workspace, dir)
    const own = folder === '' ? '' : `${folder}/`
    const lines = stdout.split('\n').filter((line) => / error TS\d+: /.test(line))
    if (lines.length === 0) throw error
    return lines.filter((line) => line.startsWith(own) || !/^\S+\(\d/.test(line))
  }
}
