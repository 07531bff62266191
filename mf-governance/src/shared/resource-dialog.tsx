import { usePortal } from '@portal/remote-kit/portal'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import type { Resource } from './resources.ts'

type ResourceDialogProps = {
  resource: Resource | undefined
  onClose: () => void
  /** `large` is the dashboard's 95 %. */
  size: 'large' | 'full'
}

export function ResourceDialog({ resource, onClose, size }: ResourceDialogProps) {
  const { embedHosts } = usePortal().config
  if (!resource) return null
  return (
    <MappingDialog
      open
      onClose={onClose}
      mapping={resource.mapping}
      title={resource.name}
      embedHosts={embedHosts}
      size={size}
    />
  )
}
