import { isApiError } from '@portal/contract/client'
import { getDocumentContent } from '@portal/contract/documents'
import { pathOf } from '@portal/contract/endpoint'
import type { Slot } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { buttonStyle } from '@portal/shared-ui/button'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Download } from 'lucide-react'
import { documentQuery } from '../documents-queries.ts'
import { documentFacts } from './resource-facts.ts'
import { ResourceFacts } from './resource-facts-list.tsx'

type DocumentResourceProps = {
  documentId: string
  /** The slot's display name, where the document was reached by its slot. */
  title?: string
  slot?: Slot
  resourceId?: string
}

export function DocumentResource({
  documentId,
  title,
  slot,
  resourceId = documentId,
}: DocumentResourceProps) {
  const { call, config } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  const failure = (error: Error) =>
    isApiError(error) && error.code === 'notFound'
      ? `Document not found: ${documentId}`
      : 'Error loading resource. Please try again later.'

  return (
    <>
      <PageHeader
        title={title ?? found.data?.title ?? 'Document'}
        actions={
          found.data && (
            <a
              href={pathOf(getDocumentContent.path, { id: documentId })}
              download={found.data.name}
              className={buttonStyle('secondary')}
            >
              <Download aria-hidden /> Download
            </a>
          )
        }
      />
      <QueryPanel query={found} failure={failure}>
        {(document) => (
          <>
            <ResourceFacts
              facts={documentFacts(document, {
                slot,
                resourceId,
                timeZone: config.foundation.timeZone,
              })}
            />
            <DocumentViewer
              document={{
                id: document.id,
                name: document.name,
                mimeType: document.mime_type,
                webViewLink: document.web_view_link,
              }}
              height="max(28rem, calc(100dvh - 16rem))"
            />
          </>
        )}
      </QueryPanel>
    </>
  )
}
