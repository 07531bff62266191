import type { UploadOutcome } from '@portal/contract/uploads'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../queries.ts'
import { sendFile } from './send-file.ts'

/** A picked file under the id of its upload: another try continues it, and never stores it twice. */
export type FileToStore = { id: string; file: File }

export function newFileToStore(file: File): FileToStore {
  return { id: crypto.randomUUID(), file }
}

type Options = {
  /** The id of the paper that gets the file as its next version. */
  replaces?: string
  /** Keys of queries that are read again afterwards. */
  stale?: readonly (readonly unknown[])[]
}

/** Uploads one file while the screen is open. */
export function useSendFile({ replaces, stale = [] }: Options = {}) {
  /** The share that has arrived, from 0 to 1. */
  const [sent, setSent] = useState(0)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])
  const sending = useChange(
    (call, { id, file }: FileToStore): Promise<UploadOutcome> => {
      setSent(0)
      const { name, size, lastModified } = file
      const modified = new Date(lastModified).toISOString()
      const named = { id, name, folder: '', size, modified, file }
      return sendFile({
        call,
        upload: { ...named, ...(replaces === undefined ? {} : { replaces }) },
        signal: ending.current!.signal,
        onSent: (bytes) => setSent(bytes / size),
        onStoring: () => setSent(1),
      })
    },
    { stale: [...stale], staleShared: [documentsKey, mappingsKey], waits: true },
  )
  return { sending, sent }
}
