import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import type { Sort } from '@portal/shared-ui/table'
import { useState } from 'react'

/** What a list shows and in which order, kept in the URL: `?q=lopez&sort=-role`. The first order isn't written. */
export function useListView<By extends string>(orders: readonly [By, ...By[]]) {
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
    sort: sortOf(params.get('sort'), orders),
    setSort: ({ by, down }: Sort<By>) =>
      set('sort', by === orders[0] && !down ? '' : `${down ? '-' : ''}${by}`),
  }
}

function sortOf<By extends string>(text: string | null, orders: readonly [By, ...By[]]): Sort<By> {
  const by = orders.find((order) => order === text?.replace(/^-/u, ''))
  return by === undefined ? { by: orders[0], down: false } : { by, down: text!.startsWith('-') }
}
