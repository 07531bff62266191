import type { ResourceMapping } from '@portal/contract/mappings'
import { type FirstPaintKey, readFirstPaint, storeFirstPaint } from '@portal/remote-kit/first-paint'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { useEffect, useState } from 'react'
import { isPlaceholder } from './resources.ts'

type Mappings = Record<string, ResourceMapping>

export type FirstPaintMappings = {
  query: UseQueryResult<Mappings>
  /** The data that this device read last; used until newer data has loaded. */
  kept: Mappings | undefined
}

/** The mappings, painted first from the data that this device read last. */
export function useMappings(key: FirstPaintKey): FirstPaintMappings {
  const { call } = usePortal()
  const [kept] = useState(() => keptMappings(localStorage, key))
  const query = useQuery(latestMappingsQuery(call))
  const { data } = query
  useEffect(() => {
    if (data) keepMappings(localStorage, key, data)
  }, [data, key])
  return { query, kept }
}

export function keptMappings(storage: Storage, key: FirstPaintKey): Mappings | undefined {
  const all = readFirstPaint(storage, key)
  return all && withoutPlaceholders(all)
}

export function keepMappings(storage: Storage, key: FirstPaintKey, all: Mappings): void {
  storeFirstPaint(storage, key, withoutPlaceholders(all))
}

function withoutPlaceholders(all: Mappings): Mappings {
  return Object.fromEntries(Object.entries(all).filter(([, mapping]) => !isPlaceholder(mapping)))
}
