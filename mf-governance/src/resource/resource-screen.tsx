import { slotOf, mappingId } from '@portal/domain/ids'
import { useParams } from '@portal/remote-kit/router'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { PageHeader } from '@portal/shared-ui/page-header'
import { LostPassageNote, useAskedPassage } from './asked-passage.tsx'
import { BackLink, ResourceReading } from './resource-reading.tsx'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import { FileX, FileQuestion } from 'lucide-react'
import { isOwnCard, type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useSlotMappings } from '@portal/remote-kit/use-mappings'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { governancePaths } from '../governance-paths.ts'
import { type Resource, resourceIn } from '../shared/resources.ts'
import { governanceSentences, isNotFound, policyFailure } from '../shared/sentences.ts'
import { type DetailsProps, DocumentDetails, MappedDetails } from './resource-details.tsx'

import { OlderVersionNote } from '@portal/remote-kit/paper-versions'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import {
  useOpenedCondition,
  useOpenedFind,
  useOpenedPage,
  useOpenedVersion,
} from '@portal/remote-kit/use-opened-version'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import styles from './resource-reading.module.css'

/** One resource by the id of its mapping or of its document. */
export function Component() {
  const { resourceId = '' } = useParams()
  if (resourceId === '') return <NoResource />
  const slot = slotOf(resourceId)
  if (slot) return <MappedResource key={resourceId} slot={slot} />
  return <DocumentResource key={resourceId} documentId={resourceId} />
}

/** The viewer says that no id was given. */
function NoResource() {
  return (
    <>
      <PageHeader title="Document" back={<BackLink />} />
      <DocumentViewer document={{ id: '', name: '', mimeType: '' }} height="auto" />
    </>
  )
}

/** A slot's content: its document, its embed, or the agenda page of a native agenda. */
function MappedResource({ slot }: { slot: Slot }) {
  const mappings = useSlotMappings(slot)
  const mapping = mappings.data?.[mappingId(slot)]
  const isNative = slot.kind === 'meeting' && mapping?.active && mapping.mode === 'native'
  const resource = mappings.data && !isNative ? resourceIn(mappings.data, slot) : undefined
  const documentId = resource && documentOf(resource)
  if (mappings.data && !resource) {
    return (
      <>
        <PageHeader title={slotName(slot)} back={<BackLink slot={slot} />} />
        {isNative && <Redirect to={governancePaths.quarterAgenda(slot)} />}
        {!isNative && (mapping?.active ? <NotAvailable /> : <MaterialNotFound slot={slot} />)}
      </>
    )
  }
  return (
    <ResourceReading
      id={mappingId(slot)}
      slot={slot}
      title={resource?.name ?? slotName(slot)}
      details={
        resource && <MappedDetails resource={resource} slot={slot} documentId={documentId} />
      }
    >
      <QueryPanel query={mappings} failure={governanceSentences.failed}>
        {() => {
          if (resource?.mapping.problem) {
            return (
              <EmptyState title={resource.name} icon={<FileX />}>
                {paperProblemSentences[resource.mapping.problem]}
              </EmptyState>
            )
          }
          if (documentId) {
            return (
              <DocumentContent documentId={documentId} slot={slot} resourceId={mappingId(slot)} />
            )
          }
          return resource && <EmbedContent resource={resource} />
        }}
      </QueryPanel>
    </ResourceReading>
  )
}

function documentOf({ mapping }: Resource): string | undefined {
  return mapping.embedUrl ? undefined : mapping.document?.id
}

function EmbedContent({ resource }: { resource: Resource }) {
  const { embedHosts } = usePortal().config
  return (
    <MappingContent
      mapping={resource.mapping}
      title={resource.name}
      embedHosts={embedHosts}
      height="100%"
      flush
    />
  )
}

function MaterialNotFound({ slot }: { slot: Slot }) {
  const { unsupported, notFound } = governanceSentences
  return (
    <Card>
      <EmptyState
        title={isOwnCard(slot) ? unsupported : notFound}
        icon={<FileQuestion aria-hidden />}
      >
        <p>There is nothing here, or it is no longer shown. Please ask your Board Liaison.</p>
      </EmptyState>
    </Card>
  )
}

/** It is mapped to something that doesn't exist. */
function NotAvailable() {
  return (
    <Card>
      <EmptyState title={governanceSentences.notAvailable} icon={<FileQuestion aria-hidden />} />
    </Card>
  )
}

/** A document by its own id. */
function DocumentResource({ documentId }: { documentId: string }) {
  const { call } = usePortal()
  const document = useQuery(documentQuery(call, documentId))
  return (
    <ResourceReading
      id={documentId}
      title={document.data?.title ?? 'Document'}
      details={document.data && <DocumentDetails documentId={documentId} />}
    >
      <DocumentContent documentId={documentId} />
    </ResourceReading>
  )
}

/** A document's pages. */
function DocumentContent({ documentId, slot, resourceId = documentId }: DetailsProps) {
  const { call } = usePortal()
  const details = useQuery(documentQuery(call, documentId))
  const page = useOpenedPage()
  const find = useOpenedFind()
  const opened = useOpenedVersion()
  const condition = useOpenedCondition(details.data, opened)
  const version = opened.version ?? details.data?.version
  const onSeen = useReadingLog(details.data && { id: documentId, version })
  const changes = usePaperChanges(details.data, opened, slot)
  const notes = usePaperNotes(details.data, opened)
  const { passage, lostFrom } = useAskedPassage(documentId, version)
  const client = useQueryClient()
  const readAgain = () => {
    void invalidateShared(client, mappingsKey)
    void client.invalidateQueries(documentQuery(call, documentId))
  }
  const isRefused = isNotFound(details.error)
  const failure = (error: Error) => {
    if (isNotFound(error)) {
      if (details.data) return governanceSentences.refused(details.data.name)
      return looksMapped(documentId)
        ? governanceSentences.unsupported
        : governanceSentences.documentNotFound(documentId)
    }
    return slot?.kind === 'governance' ? policyFailure(error) : governanceSentences.failed
  }

  return (
    <QueryPanel
      query={isRefused ? ({ ...details, data: undefined } as typeof details) : details}
      failure={failure}
      wayBack={<BackLink slot={slot} asButton />}
    >
      {(document) => (
        <div className={styles.paper}>
          <OlderVersionNote
            paper={document}
            opened={opened}
            address={(other) => governancePaths.resource(resourceId, other)}
          />
          {lostFrom !== undefined && <LostPassageNote documentId={documentId} from={lostFrom} />}
          <DocumentViewer
            document={{
              id: document.id,
              name: document.name,
              mimeType: document.mime_type,
              webViewLink: document.web_view_link,
              ...(version === document.version
                ? { firstPage: document.first_page, condition: document.condition }
                : { version, condition }),
            }}
            height="100%"
            flush
            page={page}
            changes={changes}
            notes={notes && { ...notes, passage }}
            find={find}
            onSeen={onSeen}
            onRefused={readAgain}
          />
        </div>
      )}
    </QueryPanel>
  )
}

/** An id in the format of mappings, of a type that the portal doesn't have. */
function looksMapped(id: string): boolean {
  return /^(meeting-\d{4}-q\d|governance|communications)-/.test(id)
}
