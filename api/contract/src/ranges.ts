/** The first `name@range` that nothing provided satisfies. */
export function firstUnmet(
  wanted: Record<string, string>,
  provided: Record<string, string[]>,
): string | undefined {
  const unmet = Object.entries(wanted).find(
    ([name, range]) => !(provided[name] ?? []).some((version) => satisfies(version, range)),
  )
  return unmet && `${unmet[0]}@${unmet[1]}`
}

/** Caret ranges alone, because the build preset writes nothing else; anything other is never satisfied. */
export function satisfies(version: string, range: string): boolean {
  const [has, wants] = [numbers(version), numbers(/^\^(.+)$/.exec(range)?.[1] ?? '')]
  if (!has || !wants || has[0] !== wants[0]) return false
  return has[1] === wants[1] ? has[2] >= wants[2] : has[1] > wants[1]
}

function numbers(version: string): [number, number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}
