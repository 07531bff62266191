import type { ResourceMapping } from '@portal/contract/mappings'
import type { FirstPaintKey } from '@portal/remote-kit/first-paint'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { useEffect, useState } from 'react'
import { keepMappings, keptMappings } from './first-paint.ts'

type Mappings = Record<string, ResourceMapping>

export type FirstPaintMappings = {
  query: UseQueryResult<Mappings>
  /** What this device saw last; used while nothing newer is known. */
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
