import { dayOf } from '@portal/domain/days'
import type { MeetingRecords } from '../agendas/agendas-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { confirmRemovals, getSyncStatus, triggerSync } from '@portal/contract/sync'
import type { AppParts } from '../../platform/app-parts.ts'
import { createArrivalTurns } from './arrived-paper.ts'
import { createPaperArrivalsService } from './paper-arrivals-service.ts'
import { countSyncs, gaugeHeldRemovals } from './sync-metrics.ts'
import type { SyncParts } from './sync-run.ts'
import { createSyncService } from './sync-service.ts'
import type { SyncedDocumentsService } from '../documents/documents-feature.ts'

export type { Drive } from './drive.ts'
export { createPagePictures, type PagePictures, type PagesLook } from './page-pictures-service.ts'
export { type ArrivingPaper, type PaperArrivalsService } from './paper-arrivals-service.ts'

type Parts = Pick<SyncParts, 'drive' | 'mappings' | 'calendar'> & {
  documents: SyncedDocumentsService
  records: Pick<MeetingRecords, 'dayOf'>
  visibility: Pick<VisibilityService, 'isRestricted'>
}

export function createSync(app: AppParts, parts: Parts) {
  const { metrics } = app
  const { kind } = app.settings.drive
  const { timeZone } = app.settings.foundation
  const arrivalTurns = createArrivalTurns()
  const sync = createSyncService({
    ...app,
    ...app.settings.papers,
    ...parts,
    isComing: (meeting) => (parts.records.dayOf(meeting) ?? '') >= dayOf(app.now(), timeZone),
    isRestricted: parts.visibility.isRestricted,
    arrivalTurns,
    onEnded: countSyncs(metrics),
  })
  gaugeHeldRemovals(metrics, sync.heldCount)
  return {
    ...sync,
    arrivals: createPaperArrivalsService({ ...app, arrivalTurns }),
    jobs: [sync.job],
    routes(serve: Serve) {
      serve(triggerSync, async ({ person }) => ({ ...(await sync.trigger(person)), drive: kind }))
      serve(confirmRemovals, ({ person, revision }) => sync.confirmRemovals(person, revision))
      serve(getSyncStatus, async ({ person }) => ({ ...(await sync.status(person)), drive: kind }))
    },
  }
}
