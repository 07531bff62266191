import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import type { Material } from '../shared/materials-of.ts'
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
  const onSeen = useReadingLog(material.mapping.document)
  return (
    <MappingContent
      mapping={material.mapping}
      title={material.name}
      embedHosts={config.embedHosts}
      native={material.kind === 'agenda' && <NativeAgenda quarter={quarter} />}
      height={height}
      flush={flush}
      onSeen={onSeen}
    />
  )
}
