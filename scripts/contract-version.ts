import { recordedVersions } from './upgrades/fixtures.ts'

/** Whether a version of the contract is released: since then, its data is recorded for the releases after it. */
export function isReleased(version: string, released: readonly string[] = recordedVersions()) {
  return released.includes(version)
}

/**
 * The version of a contract that has grown. Only the first addition after a release raises it: remotes declare by the
 * version what they need, and nobody can need a version that isn't released.
 */
export function versionWithAdditions(version: string, released?: readonly string[]): string {
  if (!isReleased(version, released)) return version
  const [major, minor] = version.split('.').map(Number) as [number, number]
  return `${major}.${minor + 1}.0`
}
