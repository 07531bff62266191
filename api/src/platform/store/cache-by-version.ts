/**
 * Caches one value per key (such as an audience) until `version` changes, so that readers get the same object while the
 * data stays the same. `version` must be cheap and increase with every change: a hot collection's, or a sum of several.
 */
export function cacheByVersion<K, V>(version: () => number, make: (key: K) => V): (key: K) => V {
  const cached = new Map<K, V>()
  let cachedVersion: number | undefined
  return (key) => {
    const current = version()
    if (current !== cachedVersion) {
      cached.clear()
      cachedVersion = current
    }
    if (!cached.has(key)) cached.set(key, make(key))
    return cached.get(key)!
  }
}

/** Derives a value once for each object: services return the same object until something changes. */
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
