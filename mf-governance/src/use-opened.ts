import { useSearchParams } from '@portal/remote-kit/router'
import type { Resource } from './resources.ts'

/** Which resource's dialog is open: `?open=` in the address, so that Back closes it and a link can open it. */
export function useOpened(resources: Resource[]) {
  const [search, setSearch] = useSearchParams()
  const opened = resources.find(({ id }) => id === search.get('open'))
  return {
    opened,
    open: ({ id }: Resource) => setSearch({ open: id }),
    close: () => setSearch({}, { replace: true }),
  }
}
