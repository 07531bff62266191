import { usePortal } from '@portal/remote-kit/portal'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { useEffect, useEffectEvent } from 'react'
import type { Resource } from './resources.ts'
import { governanceSentences } from './sentences.ts'

type ResourceDialogProps = {
  resource: Resource | undefined
  onClose: () => void
  /** `large` is the dashboard's 95 %. */
  size: 'large' | 'full'
}

const load = () => import('@portal/shared-ui/mapping-content')

/** Its code is loaded when one is first opened: the dashboard doesn't need it. */
export function ResourceDialog({ resource, onClose, size }: ResourceDialogProps) {
  const { config, toast } = usePortal()
  const { value, error } = useLoaded(resource && load)
  const giveUp = useEffectEvent(() => {
    toast(governanceSentences.failed)
    onClose()
  })
  useEffect(() => {
    if (error !== undefined) giveUp()
  }, [error])
  if (!resource || !value) return null
  return (
    <value.MappingDialog
      open
      onClose={onClose}
      mapping={resource.mapping}
      title={resource.name}
      embedHosts={config.embedHosts}
      size={size}
    />
  )
}
