import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { packageOf } from '@portal/domain/release-support'
import { satisfies } from '@portal/domain/version-ranges'

/** By package, the last version of the earlier major that this shell serves. The build fills it in. */
declare const EARLIER_VERSIONS: Record<string, string>

type Offer = { version: string }

/** The offers to add: a module that is the same in both majors is offered in both versions. */
export function earlierOffers<T extends Offer>(
  shared: Record<string, T[]>,
  versions: Record<string, string> = EARLIER_VERSIONS,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(shared).flatMap(([name, offers]) => {
      const version = versions[packageOf(name)]
      const [current] = offers
      if (version === undefined || !current || offers.some((offer) => offer.version === version)) {
        return []
      }
      return [[name, { ...current, version }]]
    }),
  )
}

/**
 * Gives each release the version that it asks for. The runtime alone would give everyone the newest one of a singleton:
 * two majors of a package are two singletons.
 */
export const sharedByRange: ModuleFederationRuntimePlugin = {
  name: 'shared-by-range',
  resolveShare(request) {
    const { shareScopeMap, scope, pkgName, shareInfo } = request
    const offers = shareScopeMap[scope]?.[pkgName] ?? {}
    const range = shareInfo.shareConfig.requiredVersion
    const version =
      typeof range === 'string'
        ? Object.keys(offers).find((offered) => satisfies(offered, range))
        : undefined
    const shared = version === undefined ? undefined : offers[version]
    return shared ? { ...request, resolver: () => ({ shared, useTreesShaking: false }) } : request
  },
}
