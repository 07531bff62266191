import { slotOf } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useParams } from '@portal/remote-kit/router'
import { useSlotMappings } from '@portal/remote-kit/use-mappings'
import { PageHeader } from '@portal/shared-ui/page-header'
import { governancePaths } from '../governance-paths.ts'
import { isNotFound, mappingsFailure, governanceSentences } from '../shared/sentences.ts'

/** A single name that isn't a page: the id of a mapping or of a document leads to its resource. */
export function Component() {
  const { resourceId = '' } = useParams()
  const slot = slotOf(resourceId)
  if (slot) return <NamedMapping key={resourceId} id={resourceId} slot={slot} />
  return <NamedDocument key={resourceId} id={resourceId} />
}

function NamedMapping({ id, slot }: { id: string; slot: Slot }) {
  const mappings = useSlotMappings(slot)
  if (mappings.data && !mappings.data[id]) return <NotFound />
  return (
    <>
      <PageHeader title={slotName(slot)} />
      <QueryPanel query={mappings} failure={mappingsFailure}>
        {() => <ToResource id={id} />}
      </QueryPanel>
    </>
  )
}

function NamedDocument({ id }: { id: string }) {
  const { call } = usePortal()
  const document = useQuery(documentQuery(call, id))
  // An id that is too long can't be a document's.
  if (isNotFound(document.error) || id.length > 200) return <NotFound />
  return (
    <>
      <PageHeader title={document.data?.title ?? 'Resource'} />
      <QueryPanel query={document} failure={governanceSentences.failed}>
        {() => <ToResource id={id} />}
      </QueryPanel>
    </>
  )
}

function ToResource({ id }: { id: string }) {
  return <Redirect to={governancePaths.resource(id)} />
}
