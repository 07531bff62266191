import type { BoardDocument } from '@portal/contract/documents'
import type { Slot } from '@portal/domain/slot-names'
import { MarkAsRead } from '@portal/remote-kit/mark-as-read'
import { PaperVersions } from '@portal/remote-kit/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { governancePaths } from '../governance-paths.ts'
import type { Resource } from '../shared/resources.ts'
import { documentFacts, type Fact, resourceTypeOf } from './resource-facts.ts'
import styles from './resource-reading.module.css'

type MappedDetailsProps = { resource: Resource; slot: Slot; documentId: string | undefined }

/** What is known about a slot's content. */
export function MappedDetails({ resource, slot, documentId }: MappedDetailsProps) {
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

export type DetailsProps = {
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

type PaperToolsProps = {
  paper: Pick<BoardDocument, 'id' | 'version'>
  slot: Slot | undefined
  /** The id in the address. */
  resourceId: string
}

/** What the reader can do with the open paper, next to its details. */
function PaperTools({ paper, slot, resourceId }: PaperToolsProps) {
  const { call, person } = usePortal()
  const reading = useQuery({
    ...readingQuery(call, { documentId: paper.id }),
    enabled: canKeepReading(person),
  }).data
  const read = reading?.papers.find(({ documentId }) => documentId === paper.id)
  return (
    <div className={styles.tools}>
      {reading?.isOn && <MarkAsRead paper={paper} isRead={read?.isRead ?? false} />}
      <PaperVersions
        paper={paper}
        slot={slot}
        opened={useOpenedVersion()}
        address={(other) => governancePaths.resource(resourceId, other)}
      />
    </div>
  )
}

function ResourceFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
