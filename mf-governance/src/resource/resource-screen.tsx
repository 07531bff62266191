import { slotOf } from '@portal/domain/ids'
import { useParams } from '@portal/remote-kit/router'
import { DocumentResource } from './document-resource.tsx'
import { MappedResource } from './mapped-resource.tsx'

/** One resource by the id of its mapping or of its document. */
export function Component() {
  const { resourceId = '' } = useParams()
  const slot = slotOf(resourceId)
  if (slot) return <MappedResource key={resourceId} slot={slot} />
  return <DocumentResource key={resourceId} documentId={resourceId} />
}
