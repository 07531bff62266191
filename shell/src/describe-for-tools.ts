import type { ComposedRelease } from '@portal/contract/releases'

type Tools = Pick<typeof globalThis.__FEDERATION__, 'moduleInfo'>

/**
 * Makes a running release visible in the browser extension for module federation, in development only. Usually the
 * runtime does that with manifests, which this shell doesn't load.
 */
export function describeForTools(
  host: string,
  { global, version }: ComposedRelease,
  entry: string,
  tools: Tools = globalThis.__FEDERATION__,
): void {
  const known = tools.moduleInfo[host]
  const others = known && 'remotesInfo' in known ? known.remotesInfo : {}
  const publicPath = new URL('.', entry).href
  // As the runtime names them: a remote by its address.
  tools.moduleInfo = {
    ...tools.moduleInfo,
    [host]: {
      ...noFiles,
      version: '',
      consumerList: [],
      remotesInfo: { ...others, [global]: { matchedVersion: entry } },
    },
    [`${global}:${entry}`]: {
      ...noFiles,
      version,
      buildVersion: version,
      globalName: global,
      publicPath,
      remoteEntry: entry.slice(publicPath.length),
      remoteEntryType: 'global',
      remoteTypes: '',
      remotesInfo: {},
      modules: [{ moduleName: 'remote', modulePath: './remote', assets: noAssets }],
    },
  }
}

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
const noFiles = { buildVersion: '', remoteTypesZip: '', shared: [] }
