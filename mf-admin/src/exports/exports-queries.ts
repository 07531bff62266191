import type { Call } from '@portal/contract/client'
import { pathOf } from '@portal/contract/endpoint'
import {
  checkExportFile,
  deleteExport,
  getExportFile,
  listExports,
  type PortalExport,
  startExport,
} from '@portal/contract/portal-exports'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

const exportsKey = ['admin', 'exports']

/** In ms. */
const pollInterval = 2000

export function exportsQuery(call: Call) {
  return queryOptions({
    queryKey: exportsKey,
    queryFn: ({ signal }) => call(listExports, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollInterval : false),
  })
}

export function isRunning({ status }: PortalExport): boolean {
  return status === 'running'
}

export function exportUrl(id: string): string {
  return pathOf(getExportFile.path, { id })
}

/** Signs in again if that is needed; rejects if the download would be refused. */
export function checkExport(call: Call, id: string) {
  return call(checkExportFile, { params: { id } })
}

export function useStartExport() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(startExport),
    onSettled: () => void client.invalidateQueries({ queryKey: exportsKey }),
  })
}

export function useDeleteExport() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteExport, { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: exportsKey }),
  })
}
