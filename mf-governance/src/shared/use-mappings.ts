import type { ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { useEffect, useState } from 'react'
import { type FirstPaintKey, keepMappings, keptMappings } from './first-paint.ts'
import { mappingsQuery } from './mappings-queries.ts'

type Mappings = Record<string, ResourceMapping>

export type FirstPaintMappings = {
  query: UseQueryResult<Mappings>
  /** What this device saw last; it counts as long as nothing newer is known. */
  kept: Mappings | undefined
}

/** The mappings, painted first from what this device saw last. */
export function useMappings(key: FirstPaintKey): FirstPaintMappings {
  const { call } = usePortal()
  const [kept] = useState(() => keptMappings(localStorage, key))
  const query = useQuery(mappingsQuery(call))
  const { data } = query
  useEffect(() => {
    if (data) keepMappings(localStorage, key, data)
  }, [data, key])
  return { query, kept }
}
