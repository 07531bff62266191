import type { Call } from '@portal/remote-kit/client'
import { listDriveFolders, switchDriveFolder } from '@portal/contract/documents'
import {
  deleteUpload,
  listUploads,
  renameUpload,
  type UploadedPaper,
} from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { adminQuery, uploadsKey, useChange } from '../../shared/queries.ts'

/** How many papers the page shows at first, and adds at a time. */
export const uploadsStep = 50

/** How many papers one request returns at most. */
const mostAtOnce = 200

export function uploadsQuery(call: Call, { q, limit }: { q: string; limit: number }) {
  return queryOptions({
    queryKey: [...uploadsKey, q, limit],
    queryFn: ({ signal }) => readUploads(call, q, limit, signal),
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  })
}

/** The first uploads with these words in their name, by as many requests as that takes. */
export async function readUploads(call: Call, q: string, limit: number, signal?: AbortSignal) {
  const papers: UploadedPaper[] = []
  for (;;) {
    const query = {
      limit: Math.min(limit - papers.length, mostAtOnce),
      skip: papers.length,
      ...(q === '' ? {} : { q }),
    }
    const page = await call(listUploads, { query }, signal ? { signal } : {})
    papers.push(...page.papers)
    const isLast = page.papers.length < query.limit
    if (isLast || papers.length >= limit) return { papers, total: page.total }
  }
}

export function foldersQuery(call: Call) {
  return adminQuery(call, listDriveFolders, ['admin', 'driveFolders'])
}

/** A paper's name is shown on many screens. */
export function useRenameUpload() {
  return useChange(
    (call, { paper, name }: { paper: UploadedPaper; name: string }) =>
      call(renameUpload, {
        params: { id: paper.document.id },
        body: { name },
        revision: paper.revision,
      }),
    { stale: 'everything', waits: true },
  )
}

/** The dialog has named the slots that use it. */
export function useDeleteUpload() {
  return useChange(
    (call, { document, revision }: UploadedPaper) =>
      call(deleteUpload, { params: { id: document.id }, query: { confirmed: 'true' }, revision }),
    { stale: 'everything', waits: true },
  )
}

export function useSwitchFolder() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useChange(
    (send, { revision, ...body }: Switching) =>
      send(switchDriveFolder, { body, revision: revision ?? 'new' }),
    {
      onSuccess: (folders) => client.setQueryData(foldersQuery(call).queryKey, folders),
      stale: 'everything',
      waits: true,
    },
  )
}

export type Switching = { folder: string; closed: boolean; revision: number | undefined }
