import { reportReading } from '@portal/contract/reading'
import { usePortal } from '@portal/remote-kit/portal'
import { readingKey } from '@portal/remote-kit/queries/reading'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'

type Mark = { documentId: string; version: number; isRead: boolean }

/** Marks a version of a paper as read or unread for its reader. */
export function useMarkAsRead() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mark: Mark) => call(reportReading, { body: { papers: [{ ...mark, pages: [] }] } }),
    onSuccess: () => invalidateShared(client, readingKey),
  })
}
