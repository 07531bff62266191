import { useEffect, useState } from 'react'

type Loaded<T> = { value?: T; error?: unknown }

/**
 * Loads a module when the component is first shown. Unlike `React.lazy`, this doesn't suspend, and a failure isn't
 * remembered: mounting again loads again.
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
