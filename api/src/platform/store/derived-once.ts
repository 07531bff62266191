/** Derives a value once from each object: services return the same one until something changes. */
export function derivedOnce<S extends object, T extends object>(
  derive: (source: S) => T,
): (source: S) => T {
  const derived = new WeakMap<S, T>()
  return (source) => {
    const known = derived.get(source) ?? derive(source)
    derived.set(source, known)
    return known
  }
}
