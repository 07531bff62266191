/** The first `name@range` that isn't satisfied by what is provided. */
export function firstUnmet(
  wanted: Record<string, string>,
  provided: Record<string, string[]>,
): string | undefined {
  const unmet = Object.entries(wanted).find(
    ([name, range]) => !(provided[name] ?? []).some((version) => satisfies(version, range)),
  )
  return unmet && `${unmet[0]}@${unmet[1]}`
}

/** Supports caret ranges only, since the build preset writes no others; any other range is unsatisfied. */
export function satisfies(version: string, range: string): boolean {
  const [has, wants] = [numbers(version), numbers(/^\^(.+)$/.exec(range)?.[1] ?? '')]
  if (!has || !wants || has[0] !== wants[0]) return false
  return has[1] === wants[1] ? has[2] >= wants[2] : has[1] > wants[1]
}

function numbers(version: string): [number, number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}
