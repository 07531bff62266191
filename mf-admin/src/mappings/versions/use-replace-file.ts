import type { UploadOutcome } from '@portal/contract/uploads'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../shared/queries.ts'
import { sendFile } from '../../shared/uploads/send-file.ts'
import { versionsKey } from './version-queries.ts'

/** A picked file under the id of its upload: another try continues it, and never adds a second version. */
export type Replacement = { id: string; file: File }

export function newReplacement(file: File): Replacement {
  return { id: crypto.randomUUID(), file }
}

/** Uploads a file as the next version of a paper, while the screen is there. */
export function useReplaceFile(paper: string) {
  /** The share that has arrived, from 0 to 1. */
  const [sent, setSent] = useState(0)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])
  const replace = useChange(
    (call, { id, file }: Replacement): Promise<UploadOutcome> => {
      setSent(0)
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
    { stale: [versionsKey(paper)], staleShared: [documentsKey, mappingsKey], waits: true },
  )
  return { replace, sent }
}
