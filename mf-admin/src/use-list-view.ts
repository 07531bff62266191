import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import type { Sort } from '@portal/shared-ui/table'

/** What a list shows and in which order, kept in the URL: `?q=lopez&sort=-role`. The first order isn't written. */
export function useListView<By extends string>(orders: readonly [By, ...By[]]) {
  const { params, set, search, setSearch } = useViewInUrl()
  return {
    search,
    setSearch,
    sort: sortOf(params.get('sort'), orders),
    setSort: ({ by, down }: Sort<By>) =>
      set('sort', by === orders[0] && !down ? '' : `${down ? '-' : ''}${by}`),
  }
}

function sortOf<By extends string>(text: string | null, orders: readonly [By, ...By[]]): Sort<By> {
  const by = orders.find((order) => order === text?.replace(/^-/u, ''))
  return by === undefined ? { by: orders[0], down: false } : { by, down: text!.startsWith('-') }
}
