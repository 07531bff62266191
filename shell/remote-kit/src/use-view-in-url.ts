import { useState } from 'react'
import { useLocation, useSearchParams } from './router.ts'

/**
 * A list's search text (`?q=lopez`, or under another name) and its other view settings, kept in the
 * URL.
 */
export function useViewInUrl(name = 'q') {
  const [params, setParams] = useSearchParams()
  const typed: unknown = useLocation().state
  const written = params.get(name) ?? ''
  // The router updates the URL in a transition, too late for a text field during typing: the text
  // is state here, and is taken from the URL only when something other than typing has changed it.
  const [text, setText] = useState({ value: written, seen: written })
  if (written !== text.seen) {
    setText({ value: typed === 'typed' ? text.value : written, seen: written })
  }

  const set = (key: string, value: string, state?: 'typed') =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(key, value)
        else after.delete(key)
        return after
      },
      { replace: true, preventScrollReset: true, state },
    )

  return {
    params,
    set: (key: string, value: string) => set(key, value),
    search: text.value,
    setSearch: (value: string) => {
      setText({ ...text, value })
      set(name, value, 'typed')
    },
  }
}
