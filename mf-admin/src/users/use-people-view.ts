import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import { useMemo } from 'react'
import type { Sort } from './people.ts'

export type Table = 'google' | 'password'

/** The search and sort order of both tables, kept in the URL: `?q=lopez&google=-email`. */
export function usePeopleView() {
  const { params, set, search, setSearch } = useViewInUrl()
  const [google, password] = [params.get('google'), params.get('password')]
  const sorts = useMemo(
    () => ({ google: sortOf(google), password: sortOf(password) }),
    [google, password],
  )

  return {
    search,
    setSearch,
    sorts,
    setSort: (table: Table, sort: Sort) => set(table, sortText(sort)),
  }
}

/** `-email` is by e-mail, descending. The default, by name from A to Z, is omitted. */
function sortOf(text: string | null): Sort {
  const by = text?.replace(/^-/, '')
  if (by !== 'name' && by !== 'email' && by !== 'status') return { by: 'name', down: false }
  return { by, down: text!.startsWith('-') }
}

function sortText({ by, down }: Sort): string {
  if (by === 'name' && !down) return ''
  return down ? `-${by}` : by
}
