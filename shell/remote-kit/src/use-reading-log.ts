import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingKey } from '@portal/remote-kit/queries/reading'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { useEffect, useEffectEvent } from 'react'
import { readingLogOf } from './reading-log.ts'

type SeenPages = (pages: readonly number[], seconds: number) => void

/** How often reading is reported while a paper is open, in ms. */
const interval = 20_000

/**
 * Records what the reader sees of a paper, for the viewer's `onSeen`. Undefined for QA accounts and for admins who view
 * the portal as a member, which are read-only.
 */
export function useReadingLog(
  paper: { id: string; version?: number | undefined } | undefined,
): SeenPages | undefined {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const isKept = paper !== undefined && canKeepReading(person)
  const send = useEffectEvent(async () => {
    if (await readingLogOf(call).send()) await invalidateShared(client, readingKey)
  })
  useEffect(() => {
    if (!isKept) return undefined
    const onHidden = () => void (document.visibilityState === 'hidden' && send())
    const onOnline = () => void send()
    const timer = setInterval(() => void send(), interval)
    document.addEventListener('visibilitychange', onHidden)
    globalThis.addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHidden)
      globalThis.removeEventListener('online', onOnline)
      onOnline()
    }
  }, [isKept])
  if (!isKept) return undefined
  const { id, version = 1 } = paper
  return (pages, seconds) => readingLogOf(call).add({ documentId: id, version }, pages, seconds)
}
