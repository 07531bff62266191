import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'
import type { Sort } from '@portal/shared-ui/table'

type ListViewOptions<By extends string> = {
  /** Of two lists on one page, the one that isn't the page's own: `token` makes it `?token=ci&token-sort=name`. */
  name?: string
  /** The name of the sort order in the URL, where lists of one page share a search: `?q=lopez&google=-email`. */
  sortName?: string
  /** The first of the orders, ascending, unless given here. */
  first?: Sort<By>
}

export type ListView<By extends string> = ReturnType<typeof useListView<By>>

/**
 * A list's search and sort order, kept in the URL: `?q=lopez&sort=-role`. The default order is omitted.
 */
export function useListView<By extends string>(
  orders: readonly [By, ...By[]],
  {
    name,
    sortName = name === undefined ? 'sort' : `${name}-sort`,
    first = { by: orders[0], down: false },
  }: ListViewOptions<By> = {},
) {
  const { params, set, search, setSearch } = useViewInUrl(name)
  return {
    search,
    setSearch,
    sort: sortOf(params.get(sortName), orders) ?? first,
    setSort: ({ by, down }: Sort<By>) =>
      set(sortName, by === first.by && down === first.down ? '' : `${down ? '-' : ''}${by}`),
  }
}

function sortOf<By extends string>(
  text: string | null,
  orders: readonly By[],
): Sort<By> | undefined {
  const by = orders.find((order) => order === text?.replace(/^-/u, ''))
  return by === undefined ? undefined : { by, down: text!.startsWith('-') }
}
