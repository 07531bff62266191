import type { Call } from '@portal/contract/client'
import {
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
  type TrustedPipeline,
} from '@portal/contract/trusted-pipelines'
import { queryOptions } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

const pipelinesKey = ['admin', 'trusted pipelines']

export type NewPipeline = Omit<TrustedPipeline, 'id' | 'createdAt' | 'createdBy'>

export function pipelinesQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listTrustedPipelines, pipelinesKey),
    select: ({ pipelines }) => pipelines,
  })
}

export function useTrustPipeline() {
  return useChange((call, pipeline: NewPipeline) => call(trustPipeline, { body: pipeline }), {
    stale: [pipelinesKey],
    waits: true,
  })
}

export function useRemovePipeline() {
  return useChange((call, id: string) => call(removeTrustedPipeline, { params: { id } }), {
    stale: [pipelinesKey],
    waits: true,
  })
}
