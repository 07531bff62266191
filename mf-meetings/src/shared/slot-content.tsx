import { usePortal } from '@portal/remote-kit/portal'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import type { ReactNode } from 'react'
import type { Material } from './materials-of.ts'
import { useReadMeetingAgain } from './while-readable.tsx'
import {
  useOpenedCondition,
  useOpenedFind,
  useOpenedPage,
  useOpenedVersion,
} from '@portal/remote-kit/use-opened-version'

export type SlotContentProps = {
  material: Material
  /** The native agenda, if this is its slot. */
  native?: ReactNode
  /** The page that a document opens at, unless the address names one. */
  page?: number | undefined
  height: string
  flush?: boolean
}

/** The content of a slot of the meeting; a document is shown with its changes and the reader's notes. */
export function SlotContent(props: SlotContentProps) {
  const { material, native, height, flush } = props
  const { config } = usePortal()
  const { document } = material.mapping
  const opened = useOpenedVersion()
  const page = useOpenedPage() ?? props.page
  const find = useOpenedFind()
  const condition = useOpenedCondition(document, opened)
  const version = opened.version ?? document?.version
  const onSeen = useReadingLog(document && { id: document.id, version })
  const changes = usePaperChanges(document, opened, material.slot)
  const notes = usePaperNotes(document, opened)
  const onRefused = useReadMeetingAgain()
  return (
    <MappingContent
      mapping={material.mapping}
      title={material.name}
      embedHosts={config.embedHosts}
      native={native}
      height={height}
      flush={flush}
      version={opened.version}
      condition={condition}
      page={page}
      changes={changes}
      notes={notes}
      find={find}
      onSeen={onSeen}
      onRefused={onRefused}
    />
  )
}
