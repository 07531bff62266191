import { paperProblemSentences } from '@portal/domain/paper-problem'
import { FileX } from 'lucide-react'
import { mappingId } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useSlotMappings } from '@portal/remote-kit/use-mappings'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { PageHeader } from '@portal/shared-ui/page-header'
import { FileQuestion } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { type Resource, resourceIn } from '../shared/resources.ts'
import { governanceSentences } from '../shared/sentences.ts'
import { BackLink } from './back-link.tsx'
import { DocumentContent, DocumentDetails } from './document-resource.tsx'
import { ResourceFacts } from './resource-facts-list.tsx'
import { resourceTypeOf } from './resource-facts.ts'
import { ResourceReading } from './resource-reading.tsx'

/** A slot's content: its document, its embed, or the agenda page of a native agenda. */
export function MappedResource({ slot }: { slot: Slot }) {
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
        {!isNative && (mapping?.active ? <NotAvailable /> : <MaterialNotFound />)}
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

function MaterialNotFound() {
  return (
    <Card>
      <EmptyState title={governanceSentences.notFound} icon={<FileQuestion aria-hidden />}>
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
