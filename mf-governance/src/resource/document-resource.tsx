import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useSearchParams } from '@portal/remote-kit/router'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { PageHeader } from '@portal/shared-ui/page-header'
import { isNotFound, policyFailure, governanceSentences } from '../shared/sentences.ts'
import { BackLink } from './back-link.tsx'
import { ResourceFacts } from './resource-facts-list.tsx'
import { documentFacts } from './resource-facts.ts'

/** A document by its own id. */
export function DocumentResource({ documentId }: { documentId: string }) {
  const { call } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  return (
    <>
      <PageHeader
        title={found.data?.title ?? 'Document'}
        back={<BackLink />}
        actions={<DocumentDownload documentId={documentId} />}
      />
      <DocumentContent documentId={documentId} />
    </>
  )
}

/** The original, once it is known to exist. */
export function DocumentDownload({ documentId }: { documentId: string }) {
  const { call } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  return found.data && <DownloadLink id={documentId} name={found.data.name} />
}

type DocumentContentProps = {
  documentId: string
  /** The slot it was opened by, and its mapping's id. */
  slot?: Slot
  resourceId?: string
}

/** A document's metadata, and its pages. */
export function DocumentContent({
  documentId,
  slot,
  resourceId = documentId,
}: DocumentContentProps) {
  const { call, config } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  const page = pageOf(useSearchParams()[0].get('page'))
  const failure = (error: Error) => {
    if (isNotFound(error)) {
      return looksMapped(documentId)
        ? governanceSentences.unsupported
        : governanceSentences.documentNotFound(documentId)
    }
    return slot?.kind === 'governance' ? policyFailure(error) : governanceSentences.failed
  }

  return (
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
            page={page}
          />
        </>
      )}
    </QueryPanel>
  )
}

/** An id in the format of mappings, of a type that the portal doesn't have. */
function looksMapped(id: string): boolean {
  return /^(meeting-\d{4}-q\d|governance|communications)-/.test(id)
}

function pageOf(text: string | null): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined
}
