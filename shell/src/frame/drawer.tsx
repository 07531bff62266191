import { frameTexts } from '@portal/domain/frame-parts'
import type { ReactNode } from 'react'
import { useOpenedPart } from './use-opened-part.ts'

const load = () => import('@portal/shared-ui/slide-over')
export const loadDrawer = () => void load().catch(() => undefined)

type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode }

/** The side menu on small screens. Its code is loaded when it is first opened. */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const part = useOpenedPart(load, { open, onClose })
  return (
    part && (
      <part.SlideOver open={open} onClose={onClose} title={frameTexts.name}>
        {children}
      </part.SlideOver>
    )
  )
}
