import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import { useMemo, useState } from 'react'
import type { Sort } from './people.ts'

export type Table = 'google' | 'password'

/** What of the two tables is shown and how, kept in the URL: `?q=lopez&google=-email`. */
export function usePeopleView() {
  const [params, setParams] = useSearchParams()
  const typed: unknown = useLocation().state
  const written = params.get('q') ?? ''
  // The router changes the URL in a transition, too late for a text field that is being typed in: the text
  // lives here, and is taken from the URL only when something else than typing has changed it.
  const [text, setText] = useState({ value: written, seen: written })
  if (written !== text.seen) {
    setText({ value: typed === 'typed' ? text.value : written, seen: written })
  }

  const [google, password] = [params.get('google'), params.get('password')]
  const sorts = useMemo(
    () => ({ google: sortOf(google), password: sortOf(password) }),
    [google, password],
  )

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
    sorts,
    setSort: (table: Table, sort: Sort) => set(table, sortText(sort)),
  }
}

/** `-email` is by e-mail, the last first. By name, A to Z, is the rule and isn't written. */
function sortOf(text: string | null): Sort {
  const by = text?.replace(/^-/, '')
  if (by !== 'name' && by !== 'email' && by !== 'status') return { by: 'name', down: false }
  return { by, down: text!.startsWith('-') }
}

function sortText({ by, down }: Sort): string {
  if (by === 'name' && !down) return ''
  return down ? `-${by}` : by
}
