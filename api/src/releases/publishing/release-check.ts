import type { ReleaseCheck } from '@portal/contract/publishing'
import { Refusal } from '../../refusal.ts'
import type { AdoptedRelease } from '../release-records.ts'

/** The portal's build of the shell; unknown if it comes from a development server. */
type Shell = string | undefined

/** Why a release needs an admin to be promoted: it wasn't tested on the portal's shell. */
export function missingCheckObjection(
  { manifest, checked }: Pick<AdoptedRelease, 'manifest' | 'checked'>,
  shell: Shell,
): Refusal | undefined {
  if (shell === undefined || (checked && isCurrent(checked, shell))) return undefined
  const why = checked
    ? 'was last tested under another shell: “portal promote” tests it again'
    : 'was never tested in a browser: “portal promote” does that first'
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
