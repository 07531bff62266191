import type { Person } from '@portal/contract/portal'
import type { ComposedRelease, ReleaseManifest } from '@portal/contract/releases'
import { isRollout, settingFault } from '@portal/domain/remote-settings'
import { isDeepStrictEqual } from 'node:util'
import { type Cohorts, isInRollout } from '../composition/share.ts'
import type { RemoteSettings } from '@portal/contract/remote-settings'

type WithDeclarations = ComposedRelease & Pick<ReleaseManifest, 'settings'>

/**
 * A release with the values of its settings for this person: those that differ from its defaults. A value that this
 * release doesn't know or refuses was set for another one, so the default applies.
 */
export function withSettings(
  release: WithDeclarations,
  {
    person,
    values,
    cohorts,
  }: { person: Person; values: RemoteSettings['values']; cohorts?: Cohorts },
): ComposedRelease {
  const differing = (release.settings ?? []).flatMap((setting) => {
    const stored = values[setting.name]
    if (stored === undefined || settingFault(setting, stored) !== undefined) return []
    const value = isRollout(stored)
      ? isInRollout(person, release.name, { ...stored, flag: setting.name }, cohorts)
      : stored
    return isDeepStrictEqual(value, setting.default) ? [] : [[setting.name, value] as const]
  })
  return differing.length === 0
    ? release
    : { ...release, settingValues: Object.fromEntries(differing) }
}
