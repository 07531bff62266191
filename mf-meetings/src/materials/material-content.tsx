import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import type { Material } from '../shared/materials-of.ts'
import { useOpenedPage, useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { NativeAgenda } from './native-agenda.tsx'

type MaterialContentProps = {
  quarter: Quarter
  material: Material
  height: string
  flush?: boolean
}

/** Native agenda, embed or document: the first that the slot has. */
export function MaterialContent({ quarter, material, height, flush }: MaterialContentProps) {
  const { config } = usePortal()
  const { document } = material.mapping
  const opened = useOpenedVersion()
  const page = useOpenedPage()
  const version = opened.version ?? document?.version
  const onSeen = useReadingLog(document && { id: document.id, version })
  const changes = usePaperChanges(document, opened, {
    kind: 'meeting',
    ...quarter,
    materialType: material.type,
  })
  const notes = usePaperNotes(document, opened)
  return (
    <MappingContent
      mapping={material.mapping}
      title={material.name}
      embedHosts={config.embedHosts}
      native={material.kind === 'agenda' && <NativeAgenda quarter={quarter} />}
      height={height}
      flush={flush}
      version={opened.version}
      page={page}
      changes={changes}
      notes={notes}
      onSeen={onSeen}
    />
  )
}
