import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useEffect } from 'react'
import { type FirstPaintKey, keepMappings, keptMappings } from './first-paint.ts'
import { mappingsQuery } from './mappings-queries.ts'

/** The mappings, painted first from what this device saw last. */
export function useMappings(key: FirstPaintKey) {
  const { call } = usePortal()
  const query = useQuery({
    ...mappingsQuery(call),
    placeholderData: () => keptMappings(localStorage, key),
  })
  const fresh = query.isPlaceholderData ? undefined : query.data
  useEffect(() => {
    if (fresh) keepMappings(localStorage, key, fresh)
  }, [fresh, key])
  return query
}
