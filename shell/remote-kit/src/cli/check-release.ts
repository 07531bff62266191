import { isApiError } from '@portal/contract/client'
import { collisionsOf } from '@portal/contract/collisions'
import { incompatibilitiesOf } from '@portal/contract/release-compatibility'
import type { ReleaseManifest } from '@portal/contract/releases'
import type { Browser } from '@playwright/test'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'
import { checkBudget, checkFiles, checkHostOwned, checkStyles } from './bundle-checks.ts'
import type { Finding } from './findings.ts'
import type { CheckTarget, Ground } from './check-target.ts'
import { mountScreens, openBrowser } from './mount-screens.ts'
import type { WholeRelease } from './release-files.ts'
import type { RemoteFolder } from './remote-folders.ts'
import { openStubHost } from './stub-host.ts'
import { checkTypes } from './types-check.ts'

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
    const said = error instanceof Error ? error.message : String(error)
    yield { check: 'build', faults: [said], said: '' }
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
  // Code that isn’t what it claims, or that the shell can’t run, isn’t run.
  if (files.faults.length + fit.faults.length > 0) return
  yield { check: 'shell', faults: [], said: against.shell.said }
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
    said: `${against.where} has contract ${against.contractVersion} and the ${wanted} shared modules it needs${withNames}`,
  }
}

export function checkCollisions({ manifest }: WholeRelease, against: Ground): Finding {
  const others = new Set(
    against.live.filter(({ name }) => name !== manifest.name).map(({ name }) => name),
  )
  return {
    check: 'collisions',
    faults: collisionsOf(manifest, against.live),
    said:
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
    if (refused !== undefined) return { check, faults: [refused], said: '' }
    const { addresses, faults } = await mountScreens(browser, host, release.manifest)
    return { check, faults, said: `${addresses.length} mounted: ${addresses.join(', ')}` }
  } finally {
    await host.close()
  }
}

/** A refusal by the portal in memory is a finding, anything else a defect. */
function errorMessage(error: unknown): string {
  if (!isApiError(error)) throw error
  return error.message
}
