import { slotOf } from '@portal/domain/ids'
import { useParams } from '@portal/remote-kit/router'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { PageHeader } from '@portal/shared-ui/page-header'
import { DocumentResource } from './document-resource.tsx'
import { BackLink } from './back-link.tsx'
import { MappedResource } from './mapped-resource.tsx'

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
