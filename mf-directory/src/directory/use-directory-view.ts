import type { DirectoryEntry } from '@portal/contract/directory'
import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'

export type Side = 'all' | DirectoryEntry['type']

export type DirectoryView = ReturnType<typeof useDirectoryView>

/** The directory's search and view, kept in the URL: `?q=chair&type=board&view=list`. */
export function useDirectoryView() {
  const { params, set, search, setSearch } = useViewInUrl()
  return {
    search,
    setSearch,
    side: sideOf(params.get('type')),
    setSide: (side: Side) => set('type', side === 'all' ? '' : side),
    shape: params.get('view') === 'list' ? ('list' as const) : ('grid' as const),
    setShape: (shape: 'grid' | 'list') => set('view', shape === 'list' ? shape : ''),
  }
}

/** Undefined for both. */
export function typeOf(side: Side): DirectoryEntry['type'] | undefined {
  return side === 'all' ? undefined : side
}

function sideOf(text: string | null): Side {
  return text === 'board' || text === 'staff' ? text : 'all'
}
