import {
  getInstance,
  loadRemote,
  loadShare,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { firstUnmet } from '@portal/domain/version-ranges'
import type { ComposedRelease } from '@portal/contract/releases'
import type { Remote } from '@portal/remote-kit/remote'
import { loadCode } from '@portal/shared-ui/load-code'
import { describeForTools } from './describe-for-tools.ts'
import { earlierOffers, sharedByRange } from './earlier-majors.ts'
import { failedAt } from './failure-stage.ts'
import { noteEvaluated } from './frame-integrity.ts'
import { entryIntegrity } from './entry-integrity.ts'
import { retryLoad } from './retry-load.ts'
import { refreshFiles } from './release-files.ts'
import { loadStyles } from './release-styles.ts'

/** In ms. Never reached: `loadCode` gives up earlier, after a silence. */
const scriptTimeout = 600_000

const policy = globalThis.trustedTypes?.createPolicy('portal-remotes', {
  createScriptURL: (url) => url,
})
/** By full address: the integrity of a script about to be added; empty for a developer's server. */
const integrityOf = new Map<string, string>()

const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'guarded-scripts',
  createScript({ url }) {
    const integrity = integrityOf.get(url)
    if (integrity === undefined) throw failedAt('check', `No integrity is known for ${url}`)
    const script = document.createElement('script')
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
    script.src = policy?.createScriptURL(url) ?? url
    script.async = true
    return { script, timeout: scriptTimeout }
  },
}

/** The runtime keeps the failure of a shared module. This deletes it, so that the next request tries again. */
const retriedShares: ModuleFederationRuntimePlugin = {
  name: 'retried-shares',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const offers of Object.values(shareScopeMap)) {
      for (const offer of Object.values(offers[pkgName] ?? {})) {
        if (!offer.loaded) offer.loading = null
      }
    }
  },
}
registerPlugins([integrityPlugin, retriedShares, sharedByRange])
// For the runtimes of remotes.
registerGlobalPlugins([retriedShares, sharedByRange])
offerEarlierMajors()

/**
 * Starts a release over module federation. Its requirements are checked before any of its code is
 * fetched.
 */
export async function runFederated(
  release: ComposedRelease,
  attempt: number,
  silenceLimit: number,
): Promise<Remote> {
  if (attempt > 0) await refreshFiles(release)
  const unmet = firstUnmet(release.shared, providedVersions())
  if (unmet) {
    throw failedAt('check', `${release.global} needs ${unmet}, which this shell doesn't provide`)
  }
  return retryLoad(async (again) => {
    const query = queryOf(attempt, again)
    const [remote] = await Promise.all([
      startShared(release).then(() => start(release, query, silenceLimit)),
      loadStyles(release, query, silenceLimit),
    ])
    return remote
  })
}

/**
 * A retried container gets another address, because the browser remembers a script's failure by its
 * address.
 */
function queryOf(attempt: number, again: boolean): string {
  if (attempt === 0 && !again) return ''
  return again ? `?retry=${attempt}-again` : `?retry=${attempt}`
}

async function start(
  release: ComposedRelease,
  query: string,
  silenceLimit: number,
): Promise<Remote> {
  const entry = new URL(`${release.base}${release.entry}${query}`, location.href).href
  integrityOf.set(entry, entryIntegrity(release))
  // Forced, so that nothing half-made by an earlier attempt is reused.
  registerRemotes(
    [{ name: release.global, entry, type: 'global', entryGlobalName: release.global }],
    { force: query !== '' },
  )
  const load = () => loadRemote<{ default: Remote }>(`${release.global}/remote`)
  const loading = release.dev ? load() : loadCode([entry], load, { silenceLimit })
  const module = await loading.finally(() => noteEvaluated(release))
  if (!module) throw new Error(`${release.global} is empty`)
  if (process.env.NODE_ENV === 'development') {
    describeForTools(getInstance()!.name, release, entry)
  }
  return module.default
}

/**
 * Loads what a container needs while it starts, because it doesn't wait for these modules. Most of them are in the
 * shell's first script.
 */
async function startShared({ sharedFirst, shared }: ComposedRelease): Promise<void> {
  await Promise.all(
    (sharedFirst ?? Object.keys(shared)).map((name) => {
      const requiredVersion = shared[name] ?? false
      return loadShare(name, {
        customShareInfo: { shareConfig: { singleton: true, requiredVersion } },
      })
    }),
  )
}

function offerEarlierMajors(): void {
  const instance = getInstance()
  instance?.registerShared(earlierOffers(instance.options.shared))
}

function providedVersions(): Record<string, string[]> {
  const shared = getInstance()?.options.shared ?? {}
  return Object.fromEntries(
    Object.entries(shared).map(([name, offers]) => [name, offers.map(({ version }) => version)]),
  )
}
