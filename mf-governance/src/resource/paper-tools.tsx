import type { BoardDocument } from '@portal/contract/documents'
import type { Slot } from '@portal/domain/slot-names'
import { MarkAsRead } from '@portal/remote-kit/mark-as-read'
import { PaperVersions } from '@portal/remote-kit/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { governancePaths } from '../governance-paths.ts'
import styles from './resource-reading.module.css'

type PaperToolsProps = {
  paper: Pick<BoardDocument, 'id' | 'version'>
  slot: Slot | undefined
  /** The id in the address. */
  resourceId: string
}

/** What the reader can do with the open paper, next to its details. */
export function PaperTools({ paper, slot, resourceId }: PaperToolsProps) {
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
