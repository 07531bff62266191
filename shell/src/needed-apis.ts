/**
 * What the portal needs and no supported browser lacks, apart from CSS, which the notice's own style sheet tests. Older
 * browsers get a notice instead of a page that fails at its first use.
 */
const needed = (): [owner: object, name: string][] => [
  [Promise, 'withResolvers'],
  [Map, 'groupBy'],
  [URL, 'canParse'],
  [AbortSignal, 'timeout'],
]

/** Shows the notice for old browsers if this is one. */
export function warnTooOld(): void {
  if (needed().every(([owner, name]) => name in owner)) return
  document.querySelector('.browser-too-old')?.removeAttribute('hidden')
}
