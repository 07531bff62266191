import { slotOf } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { NotFound } from '@portal/remote-kit/not-found'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useParams } from '@portal/remote-kit/router'
import { documentQuery } from '../documents-queries.ts'
import { governancePaths } from '../governance-paths.ts'
import { mappingsQuery } from '../mappings-queries.ts'
import { isNotFound, mappingsFailure, sentences } from '../sentences.ts'
import { LeadsOn } from './leads-on.tsx'

/** A single name that is no page: the id of a mapping or of a document leads to its resource. */
export function Component() {
  const { resourceId = '' } = useParams()
  const Named = slotOf(resourceId) ? NamedMapping : NamedDocument
  return <Named key={resourceId} id={resourceId} />
}

function NamedMapping({ id }: { id: string }) {
  const { call } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  return (
    <QueryPanel query={mappings} failure={mappingsFailure}>
      {(all) => (all[id] ? <ToResource id={id} /> : <NotFound />)}
    </QueryPanel>
  )
}

function NamedDocument({ id }: { id: string }) {
  const { call } = usePortal()
  const document = useQuery(documentQuery(call, id))
  // An id that is too long for a document is none.
  if (isNotFound(document.error) || id.length > 200) return <NotFound />
  return (
    <QueryPanel query={document} failure={sentences.failed}>
      {() => <ToResource id={id} />}
    </QueryPanel>
  )
}

function ToResource({ id }: { id: string }) {
  return <LeadsOn to={governancePaths.resource(id)} />
}
