import type { Serve } from '../../platform/http/serve.ts'
import {
  eraseReading,
  exportReading,
  getReading,
  reportReading,
  setReading,
} from '@portal/contract/reading'
import { meetingOf } from '@portal/domain/meeting-ref'
import type { AppParts } from '../../platform/app-parts.ts'
import type { Person } from '@portal/contract/portal'
import type { MeetingRecords } from '../agendas/agendas-feature.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createReadingService } from './reading-service.ts'

export { forgetReading, hasReading, keptReadingOf, type ReadingService } from './reading-service.ts'

type Parts = {
  documents: DocumentsService
  mappings: Pick<MappingsService, 'ofQuarter'>
  records: Pick<MeetingRecords, 'nameOf'>
  visibility: Pick<VisibilityService, 'mayReadMeeting' | 'readerOf'>
  /** Deletes files made from what a person has read, when they erase it. */
  deleteDerivedFiles: (uid: string) => Promise<void>
}

export function createReading(
  app: AppParts,
  { documents, mappings, records, visibility, deleteDerivedFiles }: Parts,
) {
  const meetingName = (person: Person, id: string) => {
    const meeting = meetingOf(id)
    const isSeen = meeting && visibility.mayReadMeeting(visibility.readerOf(person), meeting)
    return isSeen ? records.nameOf(meeting) : undefined
  }
  const service = createReadingService({ ...app, documents, meetingName })
  return {
    ...service,
    routes(serve: Serve) {
      serve(getReading, ({ person, query: { year, quarter, meeting, documentId } }) => {
        if (documentId !== undefined) return service.list(person, [documentId])
        const isQuarter = year !== undefined && quarter !== undefined
        const ref = meeting === undefined ? isQuarter && { year, quarter } : meetingOf(meeting)
        if (!ref) return service.list(person)
        const ofMeeting = Object.values(mappings.ofQuarter(person, ref))
        return service.list(
          person,
          ofMeeting.flatMap((mapping) => mapping.documentId ?? []),
        )
      })
      serve(exportReading, ({ person }) => service.export(person))
      serve(reportReading, async ({ person, body }) => {
        await service.report(person, body.papers)
        return undefined
      })
      serve(setReading, async ({ person, body }) => {
        await service.set(person, body.isOn)
        return undefined
      })
      serve(eraseReading, async ({ person }) => {
        await service.erase(person)
        await deleteDerivedFiles(person.uid)
        return undefined
      })
    },
  }
}
