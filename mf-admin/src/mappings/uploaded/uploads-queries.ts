import type { Call } from '@portal/contract/client'
import { listDriveFolders, switchDriveFolder } from '@portal/contract/documents'
import {
  deleteUpload,
  listUploads,
  renameUpload,
  type UploadedPaper,
} from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

/** How many papers the page shows at first, and adds at a time. */
export const uploadsStep = 50

export function uploadsQuery(call: Call, { q, limit }: { q: string; limit: number }) {
  return queryOptions({
    queryKey: ['admin', 'uploads', q, limit],
    queryFn: ({ signal }) =>
      call(listUploads, { query: { limit, ...(q === '' ? {} : { q }) } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  })
}

export function foldersQuery(call: Call) {
  return queryOptions({
    queryKey: ['admin', 'driveFolders'],
    queryFn: ({ signal }) => call(listDriveFolders, {}, { signal }),
    refetchOnMount: 'always',
  })
}

/** A paper's name is shown on many screens. */
export function useRenameUpload() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ paper, name }: { paper: UploadedPaper; name: string }) =>
      call(renameUpload, {
        params: { id: paper.document.id },
        body: { name },
        revision: paper.revision,
      }),
    onSettled: () => client.invalidateQueries(),
  })
}

/** The dialog has named the slots that use it. */
export function useDeleteUpload() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ document, revision }: UploadedPaper) =>
      call(deleteUpload, {
        params: { id: document.id },
        query: { confirmed: 'true' },
        revision,
      }),
    onSettled: () => client.invalidateQueries(),
  })
}

export function useSwitchFolder() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ revision, ...body }: Switching) =>
      call(switchDriveFolder, { body, revision: revision ?? 'new' }),
    onSuccess: (folders) => client.setQueryData(foldersQuery(call).queryKey, folders),
    onSettled: () => client.invalidateQueries(),
  })
}

type Switching = { folder: string; closed: boolean; revision: number | undefined }
