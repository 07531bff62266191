import { useEffect, useState } from 'react'

type Loaded<T> = { value?: T; error?: unknown }

/**
 * A part of the page that is loaded when first shown. Kept in state: `React.lazy` would hold it back behind
 * its fallback, and would remember a failure for ever. Shown anew, it is loaded anew.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  useEffect(() => {
    let wanted = true
    load().then(
      (value) => wanted && setLoaded({ value }),
      (error: unknown) => wanted && setLoaded({ error }),
    )
    return () => {
      wanted = false
    }
  }, [load])
  return loaded
}
