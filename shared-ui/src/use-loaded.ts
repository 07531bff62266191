import { useEffect, useState } from 'react'

type Loaded<T> = { value?: T; error?: unknown }

/**
 * Loads a module when the component is first shown, or once `load` is given. Unlike `React.lazy`, this doesn't suspend,
 * and a failure isn't remembered: mounting again, or giving `load` again, loads again.
 */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  useEffect(() => {
    if (!load) return undefined
    let wanted = true
    load().then(
      (value) => wanted && setLoaded({ value }),
      (error: unknown) => wanted && setLoaded({ error }),
    )
    return () => {
      wanted = false
      setLoaded((known) => (known.error === undefined ? known : {}))
    }
  }, [load])
  return loaded
}
