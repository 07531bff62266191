import type { VersionsPage } from '@portal/contract/paper-versions'

/** What withdrawing a version means, in sentences; only some of a paper's versions may be listed. */
export function withdrawalConsequences(
  { versions, shown, next }: VersionsPage,
  number: number,
): string[] {
  const sha256 = versions.find((one) => one.number === number)?.sha256
  const kept = versions.filter(({ state }) => state === 'kept')
  const twins = kept.filter((one) => one.number !== number && one.sha256 === sha256)
  const isShown = [number, ...twins.map((one) => one.number)].includes(shown ?? 0)
  const left = kept.find((one) => one.sha256 !== sha256)
  return [
    'Its file, its text, its pictures and its differences from other versions are deleted for everybody. This can’t be undone.',
    ...(twins.length > 0 ? [twinText(twins.map((one) => one.number))] : []),
    isShown
      ? nextText(left?.number, next !== undefined)
      : 'Members still read the version that they read now.',
    'Its number and your reason stay: people who open its address read the reason.',
    'The drive may keep the file: the portal doesn’t take it in again. Copies that people have downloaded, and earlier backups, still have it.',
  ]
}

function twinText(numbers: number[]): string {
  const [first, ...others] = numbers.toSorted((a, b) => a - b)
  if (others.length === 0) return `Version ${first} is the same file, and is withdrawn with it.`
  const list = new Intl.ListFormat('en').format([first, ...others].map(String))
  return `Versions ${list} are the same file, and are withdrawn with it.`
}

function nextText(left: number | undefined, isMore: boolean): string {
  if (left !== undefined) return `Members then read version ${left}.`
  return isMore
    ? 'Members then read the newest older version that is left.'
    : 'No other version is left: members can’t read this paper until another file arrives.'
}
