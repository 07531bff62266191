import type { Slot } from '@portal/domain/slot-names'
import { OlderVersionNote } from '@portal/remote-kit/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import {
  useOpenedFind,
  useOpenedPage,
  useOpenedVersion,
} from '@portal/remote-kit/use-opened-version'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { isNotFound, policyFailure, governanceSentences } from '../shared/sentences.ts'
import { PaperTools } from './paper-tools.tsx'
import { governancePaths } from '../governance-paths.ts'
import { ResourceFacts } from './resource-facts-list.tsx'
import { documentFacts } from './resource-facts.ts'
import { ResourceReading } from './resource-reading.tsx'
import styles from './resource-reading.module.css'

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
export function DocumentContent({ documentId, slot, resourceId = documentId }: DetailsProps) {
  const { call } = usePortal()
  const found = useQuery(documentQuery(call, documentId))
  const page = useOpenedPage()
  const find = useOpenedFind()
  const opened = useOpenedVersion()
  const version = opened.version ?? found.data?.version
  const onSeen = useReadingLog(found.data && { id: documentId, version })
  const changes = usePaperChanges(found.data, opened, slot)
  const notes = usePaperNotes(found.data, opened)
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
              ...(version === document.version ? {} : { version }),
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
