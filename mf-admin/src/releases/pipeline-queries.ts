import type { Call } from '@portal/contract/client'
import {
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
  type TrustedPipeline,
} from '@portal/contract/trusted-pipelines'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

const pipelinesKey = ['admin', 'trusted pipelines']

export type NewPipeline = Omit<TrustedPipeline, 'id' | 'createdAt' | 'createdBy'>

export function pipelinesQuery(call: Call) {
  return queryOptions({
    queryKey: pipelinesKey,
    queryFn: ({ signal }) => call(listTrustedPipelines, {}, { signal }),
    select: ({ pipelines }) => pipelines,
    refetchOnMount: 'always',
  })
}

export function useTrustPipeline() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pipeline: NewPipeline) => call(trustPipeline, { body: pipeline }),
    onSettled: () => client.invalidateQueries({ queryKey: pipelinesKey }),
  })
}

export function useRemovePipeline() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeTrustedPipeline, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: pipelinesKey }),
  })
}
