import { slotOf, mappingId } from '@portal/domain/ids'
import { useParams } from '@portal/remote-kit/router'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { PageHeader } from '@portal/shared-ui/page-header'
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
import { resourceTypeOf, documentFacts, type Fact } from './resource-facts.ts'

import { OlderVersionNote, PaperVersions } from '@portal/remote-kit/paper-versions'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import {
  useOpenedCondition,
  useOpenedFind,
  useOpenedPage,
  useOpenedVersion,
} from '@portal/remote-kit/use-opened-version'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { DownloadLink } from '@portal/shared-ui/download-link'
import styles from './resource-reading.module.css'
import type { BoardDocument } from '@portal/contract/documents'
import { MarkAsRead } from '@portal/remote-kit/mark-as-read'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'

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

type MappedDetailsProps = { resource: Resource; slot: Slot; documentId: string | undefined }

function MappedDetails({ resource, slot, documentId }: MappedDetailsProps) {
  if (documentId) {
    return <DocumentDetails documentId={documentId} slot={slot} resourceId={resource.id} />
  }
  const facts = [
    ['Type', 'Web page'],
    ['Resource type', resourceTypeOf(slot)],
    ['ID', resource.id],
  ] as const
  return <ResourceFacts facts={facts} />
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

type DetailsProps = {
  documentId: string
  /** The slot it was opened by, and its mapping's id. */
  slot?: Slot
  resourceId?: string
}

/** A document's metadata, and its original to download; nothing until it is known. */
function DocumentDetails({ documentId, slot, resourceId = documentId }: DetailsProps) {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const { data } = useQuery(documentQuery(call, documentId))
  const { version } = useOpenedVersion()
  if (!data) return null
  return (
    <>
      <PaperTools paper={data} slot={slot} resourceId={resourceId} />
      <ResourceFacts facts={documentFacts(data, { slot, resourceId, timeZone })} />
      <DownloadLink
        id={documentId}
        name={data.name}
        version={version === data.version ? undefined : version}
      />
    </>
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
  const failure = (error: Error) => {
    if (isNotFound(error)) {
      return looksMapped(documentId)
        ? governanceSentences.unsupported
        : governanceSentences.documentNotFound(documentId)
    }
    return slot?.kind === 'governance' ? policyFailure(error) : governanceSentences.failed
  }

  return (
    <QueryPanel query={details} failure={failure} wayBack={<BackLink slot={slot} asButton />}>
      {(document) => (
        <div className={styles.paper}>
          <OlderVersionNote
            paper={document}
            opened={opened}
            address={(other) => governancePaths.resource(resourceId, other)}
          />
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
            notes={notes}
            find={find}
            onSeen={onSeen}
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

type PaperToolsProps = {
  paper: Pick<BoardDocument, 'id' | 'version'>
  slot: Slot | undefined
  /** The id in the address. */
  resourceId: string
}

/** What the reader can do with the open paper, next to its details. */
function PaperTools({ paper, slot, resourceId }: PaperToolsProps) {
  const { call, person } = usePortal()
  const reading = useQuery({
    ...readingQuery(call, { documentId: paper.id }),
    enabled: canKeepReading(person),
  }).data
  const read = reading?.papers.find(({ documentId }) => documentId === paper.id)
  return (
    <div className={styles.tools}>
      {reading?.isOn && <MarkAsRead paper={paper} isRead={read?.isRead ?? false} />}
      <PaperVersions
        paper={paper}
        slot={slot}
        opened={useOpenedVersion()}
        address={(other) => governancePaths.resource(resourceId, other)}
      />
    </div>
  )
}

function ResourceFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
