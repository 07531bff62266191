/**
 * Whether every file of a release came from this browser's cache. A new release is downloaded once by
 * everyone, so with those pages each candidate would be slower than the stable release.
 */
export function isCached(
  { remote, release }: { remote: string; release: string },
  resources: { name: string; transferSize: number }[],
): boolean {
  const folder = `/remotes/${remote}/${release}/`
  return !resources.some(({ name, transferSize }) => transferSize > 0 && name.includes(folder))
}
