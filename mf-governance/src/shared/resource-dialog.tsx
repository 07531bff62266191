import { usePortal } from '@portal/remote-kit/portal'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { useEffect, useEffectEvent } from 'react'
import type { Resource } from './resources.ts'
import { governanceSentences } from './sentences.ts'
import { useOpened } from '@portal/remote-kit/use-opened'

type ResourceDialogProps = {
  resource: Resource | undefined
  onClose: () => void
  /** `large` is the dashboard's 95 %. */
  size: 'large' | 'full'
}

const load = () => import('./opened-resource.tsx')

/** Its code is loaded when one is first opened: the dashboard doesn't need it. */
export function ResourceDialog({ resource, onClose, size }: ResourceDialogProps) {
  const { toast } = usePortal()
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
    <value.OpenedResource key={resource.id} resource={resource} onClose={onClose} size={size} />
  )
}

/** The resource whose dialog is open. */
export function useOpenedResource(resources: Resource[]) {
  const { opened, open, close } = useOpened()
  return {
    opened: resources.find(({ id }) => id === opened),
    open: ({ id }: Resource) => open(id),
    close,
  }
}
