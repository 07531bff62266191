import type { Quarter } from '@portal/domain/quarter'
import { PaperVersions } from '@portal/remote-kit/paper-versions'
import { meetingsPaths } from '../meetings-paths.ts'
import { InBoardBook, useBookParts } from '../shared/in-board-book.tsx'
import type { Material } from '../shared/materials-of.ts'
import { MarkAsRead } from '@portal/remote-kit/mark-as-read'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'

type PaperToolsProps = {
  quarter: Quarter
  material: Material
  /** Undefined while reading isn't recorded. */
  isRead: boolean | undefined
}

/** What the reader can do with the open paper, next to the list. */
export function PaperTools({ quarter, material, isRead }: PaperToolsProps) {
  const opened = useOpenedVersion()
  const part = useBookParts(quarter).find(({ materialType }) => materialType === material.type)
  const { document } = material.mapping
  if (!document) return null
  return (
    <>
      {isRead !== undefined && <MarkAsRead paper={document} isRead={isRead} />}
      <PaperVersions
        paper={document}
        slot={{ kind: 'meeting', ...quarter, materialType: material.type }}
        opened={opened}
        address={(other) => meetingsPaths.material(quarter, material.type, other)}
      />
      <InBoardBook quarter={quarter} part={part} of={material.name} on="paper" />
    </>
  )
}
