import { useCallback, useEffect, useState } from 'react'

type Loaded<T> = { value?: T; error?: unknown }

/**
 * A part of the page that is loaded when first shown. Kept in state: `React.lazy` would hold it back behind
 * its fallback, and would never try again.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> & { retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let wanted = true
    load().then(
      (value) => wanted && setLoaded({ value }),
      (error: unknown) => wanted && setLoaded({ error }),
    )
    return () => {
      wanted = false
    }
  }, [load, attempt])
  const retry = useCallback(() => {
    setLoaded({})
    setAttempt((before) => before + 1)
  }, [])
  return { ...loaded, retry }
}
