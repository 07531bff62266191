import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import { useState } from 'react'
import type { Side } from './directory-filter.ts'

export type DirectoryView = ReturnType<typeof useDirectoryView>

/** What of the directory is shown and how, kept in the URL: `?q=chair&type=board&view=list`. */
export function useDirectoryView() {
  const [params, setParams] = useSearchParams()
  const typed: unknown = useLocation().state
  const written = params.get('q') ?? ''
  // The router changes the URL in a transition, too late for a text field that is being typed in: the text
  // lives here, and is taken from the URL only when something else than typing has changed it.
  const [text, setText] = useState({ value: written, seen: written })
  if (written !== text.seen) {
    setText({ value: typed === 'typed' ? text.value : written, seen: written })
  }

  const set = (name: string, value: string, state?: 'typed') =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true, state },
    )

  return {
    search: text.value,
    setSearch: (value: string) => {
      setText({ ...text, value })
      set('q', value, 'typed')
    },
    side: sideOf(params.get('type')),
    setSide: (side: Side) => set('type', side === 'all' ? '' : side),
    shape: params.get('view') === 'list' ? ('list' as const) : ('grid' as const),
    setShape: (shape: 'grid' | 'list') => set('view', shape === 'list' ? shape : ''),
  }
}

function sideOf(text: string | null): Side {
  return text === 'board' || text === 'staff' ? text : 'all'
}
