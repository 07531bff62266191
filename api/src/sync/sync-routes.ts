import { confirmRemovals, getSyncStatus, triggerSync } from '@portal/contract/sync'
import type { Serve } from '../http/serve.ts'
import type { SyncService } from './sync-service.ts'

export function syncRoutes(serve: Serve, sync: SyncService): void {
  serve(triggerSync, ({ person }) => sync.trigger(person))
  serve(confirmRemovals, ({ person, revision }) => sync.confirmRemovals(person, revision))
  serve(getSyncStatus, ({ person }) => sync.status(person))
}
