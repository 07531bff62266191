import type { UploadOutcome } from '@portal/contract/uploads'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { useEffect, useRef, useState } from 'react'
import { sendFile } from '../../shared/uploads/send-file.ts'
import { versionsKey } from './version-queries.ts'

/** A picked file under the id of its upload: another try continues it, and never adds a second version. */
export type Replacement = { id: string; file: File }

export function newReplacement(file: File): Replacement {
  return { id: crypto.randomUUID(), file }
}

/** Uploads a file as the next version of a paper, while the screen is there. */
export function useReplaceFile(paper: string) {
  const { call } = usePortal()
  const client = useQueryClient()
  /** The share that has arrived, from 0 to 1. */
  const [sent, setSent] = useState(0)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])
  const replace = useMutation({
    mutationFn: ({ id, file }: Replacement): Promise<UploadOutcome> => {
      const { name, size, lastModified } = file
      const modified = new Date(lastModified).toISOString()
      return sendFile({
        call,
        upload: { id, name, folder: '', size, modified, file, replaces: paper },
        signal: ending.current!.signal,
        onSent: (bytes) => setSent(bytes / size),
        onStoring: () => setSent(1),
      })
    },
    onMutate: () => setSent(0),
    // A reply that was lost may have stored it.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: versionsKey(paper) }),
        invalidateShared(client, documentsKey),
        invalidateShared(client, mappingsKey),
      ]),
  })
  return { replace, sent }
}
