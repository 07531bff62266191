import type { Call } from '@portal/remote-kit/client'
import { pathOf } from '@portal/domain/path-of'
import {
  checkExportFile,
  deleteExport,
  getExportFile,
  listExports,
  type PortalExport,
  startExport,
} from '@portal/contract/portal-exports'
import { queryOptions } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

const exportsKey = ['admin', 'exports']

/** In ms. */
const pollInterval = 2000

export function exportsQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listExports, exportsKey),
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
  return useChange((call) => call(startExport), { stale: [exportsKey] })
}

export function useDeleteExport() {
  return useChange((call, id: string) => call(deleteExport, { params: { id } }), {
    stale: [exportsKey],
  })
}
