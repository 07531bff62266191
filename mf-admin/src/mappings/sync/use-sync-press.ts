import { usePortal } from '@portal/remote-kit/portal'
import type { Sync } from './use-sync.ts'

/** Starts or joins a sync, and announces its result. */
export function useSyncPress(sync: Sync) {
  const { toast } = usePortal()
  return async () => {
    const outcome = await sync.start()
    if (outcome) toast(outcome.message, { kind: outcome.kind, duration: outcome.duration })
  }
}
