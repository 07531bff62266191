import { useLoaded } from '@portal/shared-ui/use-loaded'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { toast } from './interface-store.ts'

const load = () => import('@portal/shared-ui/slide-over')
export const loadDrawer = () => void load().catch(() => undefined)

type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode }

/** The side menu on small screens. Its code is loaded when it is first opened. */
export function Drawer({ open, onClose, children }: DrawerProps) {
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
  return (
    value && (
      <value.SlideOver open={open} onClose={onClose} title="Board Portal">
        {children}
      </value.SlideOver>
    )
  )
}
