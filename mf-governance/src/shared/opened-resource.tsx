import { usePortal } from '@portal/remote-kit/portal'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import type { Resource } from './resources.ts'

type OpenedResourceProps = { resource: Resource; onClose: () => void; size: 'large' | 'full' }

/** A resource in its dialog: the newest version of a paper, with what changed since it was read. */
export function OpenedResource({ resource, onClose, size }: OpenedResourceProps) {
  const { embedHosts } = usePortal().config
  const { mapping, name } = resource
  const paper = mapping.embedUrl ? undefined : mapping.document
  const onSeen = useReadingLog(paper)
  const changes = usePaperChanges(paper, {})
  return (
    <MappingDialog
      open
      onClose={onClose}
      mapping={mapping}
      title={name}
      embedHosts={embedHosts}
      size={size}
      changes={changes}
      onSeen={onSeen}
    />
  )
}
