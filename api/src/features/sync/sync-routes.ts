import { confirmRemovals, getSyncStatus, triggerSync } from '@portal/contract/sync'
import type { AppParts } from '../../platform/app-parts.ts'
import { countSyncs, gaugeHeldRemovals } from './sync-metrics.ts'
import type { SyncParts } from './sync-run.ts'
import { createSyncService, type SyncService } from './sync-service.ts'
import type { SyncedDocumentsService } from '../documents/synced-documents-service.ts'

type Needs = Pick<SyncParts, 'drive' | 'mappings' | 'calendar'> & {
  documents: SyncedDocumentsService
}

export function mountSync(parts: AppParts, needs: Needs): SyncService {
  const { serve, metrics } = parts
  const sync = createSyncService({
    ...parts,
    ...parts.settings.papers,
    ...needs,
    onEnded: countSyncs(metrics),
  })
  gaugeHeldRemovals(metrics, sync.heldCount)
  serve.forAdmins(triggerSync, ({ person }) => sync.trigger(person))
  serve.forAdmins(confirmRemovals, ({ person, revision }) => sync.confirmRemovals(person, revision))
  serve.forAdmins(getSyncStatus, ({ person }) => sync.status(person))
  return sync
}
