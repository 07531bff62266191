import type { ReleaseCheck } from '@portal/contract/publishing'
import { Refusal } from '../../refusal.ts'
import type { AdoptedRelease } from '../release-records.ts'

/** Which build of the shell the portal has; unknown where it comes from a developer's server. */
type Shell = string | undefined

/** Why a release isn't promoted without an admin's word: it wasn't tried on the shell that the portal has. */
export function uncheckedOn(
  { manifest, checked }: Pick<AdoptedRelease, 'manifest' | 'checked'>,
  shell: Shell,
): Refusal | undefined {
  if (shell === undefined || (checked && isCurrent(checked, shell))) return undefined
  const why = checked
    ? 'was last tried under another shell: “portal promote” tries it again'
    : 'was never tried in a browser: “portal promote” does that first'
  return new Refusal('conflict', `${manifest.release} ${why}.`)
}

/** A release's check as the API shows it. */
export function shownCheck(
  { checked }: Pick<AdoptedRelease, 'checked'>,
  shell: Shell,
): { checked?: ReleaseCheck } {
  if (!checked) return {}
  const { portalShell: _then, ...told } = checked
  return { checked: { ...told, current: shell === undefined || isCurrent(checked, shell) } }
}

function isCurrent(checked: NonNullable<AdoptedRelease['checked']>, shell: string): boolean {
  return checked.shell === shell || checked.portalShell === shell
}
