import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useSearchParams } from '@portal/remote-kit/router'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { isNotFound, policyFailure, governanceSentences } from '../shared/sentences.ts'
import { ResourceFacts } from './resource-facts-list.tsx'
import { documentFacts } from './resource-facts.ts'
import { ResourceReading } from './resource-reading.tsx'

/** A document by its own id. */
export function DocumentResource({ documentId }: { documentId: string }) {
  const { call } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  return (
    <ResourceReading
      id={documentId}
      title={found.data?.title ?? 'Document'}
      details={found.data && <DocumentDetails documentId={documentId} />}
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
export function DocumentDetails({ documentId, slot, resourceId = documentId }: DetailsProps) {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const { data } = useQuery(documentQuery(call, documentId))
  if (!data) return null
  return (
    <>
      <ResourceFacts facts={documentFacts(data, { slot, resourceId, timeZone })} />
      <DownloadLink id={documentId} name={data.name} />
    </>
  )
}

/** A document's pages. */
export function DocumentContent({ documentId, slot }: Omit<DetailsProps, 'resourceId'>) {
  const { call } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  const [query] = useSearchParams()
  const page = numberOf(query.get('page'))
  const version = numberOf(query.get('version'))
  const isShown = version === undefined || version === found.data?.version
  const onSeen = useReadingLog(found.data && { ...found.data, ...(version ? { version } : {}) })
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
        <DocumentViewer
          document={{
            id: document.id,
            name: document.name,
            mimeType: document.mime_type,
            webViewLink: document.web_view_link,
            ...(isShown ? {} : { version }),
          }}
          height="100%"
          flush
          page={page}
          onSeen={onSeen}
        />
      )}
    </QueryPanel>
  )
}

/** An id in the format of mappings, of a type that the portal doesn't have. */
function looksMapped(id: string): boolean {
  return /^(meeting-\d{4}-q\d|governance|communications)-/.test(id)
}

function numberOf(text: string | null): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined
}
