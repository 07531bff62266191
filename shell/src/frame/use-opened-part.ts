import { useLoaded } from '@portal/shared-ui/use-loaded'
import { useEffect, useEffectEvent } from 'react'
import { toast } from './interface-store.ts'

type Opening = { open: boolean; onClose: () => void }

/** A part of the frame whose code loads when the part is first opened. If loading fails, it shows a message and closes. */
export function useOpenedPart<T>(load: () => Promise<T>, { open, onClose }: Opening) {
  const { value, error } = useLoaded(open ? load : undefined)
  const giveUp = useEffectEvent(() => {
    toast('Unable to connect to server. Please check your connection and try again.', {
      kind: 'bad',
    })
    onClose()
  })
  useEffect(() => {
    if (error !== undefined) giveUp()
  }, [error])
  return value
}
