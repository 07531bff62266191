import type { Slot } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { PageHeader } from '@portal/shared-ui/page-header'
import { FileQuestion } from 'lucide-react'
import { mappingsQuery } from '../mappings-queries.ts'
import { type Resource, resourceIn } from '../resources.ts'
import { sentences } from '../sentences.ts'
import { DocumentResource } from './document-resource.tsx'
import { LeadsOn } from './leads-on.tsx'
import { resourceTypeOf } from './resource-facts.ts'
import { ResourceFacts } from './resource-facts-list.tsx'

/** What stands in a slot: its document, its embed, or the agenda page of a native agenda. */
export function MappedResource({ id, slot }: { id: string; slot: Slot }) {
  const { call } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  return (
    <QueryPanel query={mappings} failure={sentences.failed}>
      {(all) => {
        const mapping = all[id]
        if (slot.kind === 'meeting' && mapping?.active && mapping.mode === 'native') {
          return <LeadsOn to={`/meetings/${slot.year}/q/${slot.quarter}/agenda`} />
        }
        const resource = resourceIn(all, slot)
        if (!resource) return <NotAvailable />
        if (resource.mapping.embedUrl) return <EmbedResource resource={resource} slot={slot} />
        return (
          <DocumentResource
            documentId={resource.mapping.document!.id}
            title={resource.name}
            slot={slot}
            resourceId={id}
          />
        )
      }}
    </QueryPanel>
  )
}

function EmbedResource({ resource, slot }: { resource: Resource; slot: Slot }) {
  const { embedHosts } = usePortal().config
  const facts = [
    ['Type', 'Web page'],
    ['Resource type', resourceTypeOf(slot)],
    ['ID', resource.id],
  ] as const
  return (
    <>
      <PageHeader title={resource.name} />
      <ResourceFacts facts={facts} />
      <MappingContent
        mapping={resource.mapping}
        title={resource.name}
        embedHosts={embedHosts}
        height="max(28rem, calc(100dvh - 16rem))"
      />
    </>
  )
}

function NotAvailable() {
  return (
    <>
      <PageHeader title="Resource" />
      <EmptyState title={sentences.notAvailable} icon={<FileQuestion aria-hidden />} />
    </>
  )
}
