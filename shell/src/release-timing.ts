import type { ComposedRelease } from '@portal/contract/releases'

/** How long something of a release took, in the browser's own timeline, where developer tools show it. */
export function noteDuration(
  { name, release }: ComposedRelease,
  what: string,
  start: number,
): void {
  performance.measure(`${name}@${release} ${what}`, { start })
}

/** In ms; undefined for what hasn't happened. */
export function durationsOf(
  { name, release }: ComposedRelease,
  route: string,
): { load: number | undefined; render: number | undefined } {
  const of = (what: string) =>
    performance.getEntriesByName(`${name}@${release} ${what}`, 'measure')[0]?.duration
  return { load: of('load'), render: of(route) }
}
