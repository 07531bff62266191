import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { ScrollArea } from './parts/scroll-area.tsx'
import { seeFocus } from './parts/see-focus.ts'
import styles from './slide-over.module.css'

type SlideOverProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A panel over the page's leading edge: the side menu on small screens. */
export function SlideOver({ open, onClose, title, children }: SlideOverProps) {
  useState(seeFocus)
  return (
    <Dialog open={open} onClose={onClose} className={styles.layer}>
      <DialogBackdrop className={styles.backdrop} />
      <DialogPanel className={styles.panel}>
        <div className={styles.header}>
          <DialogTitle className={styles.title}>{title}</DialogTitle>
          <Button variant="quiet" icon={<X />} onClick={onClose}>
            Close
          </Button>
        </div>
        <ScrollArea className={styles.body ?? ''}>{children}</ScrollArea>
      </DialogPanel>
    </Dialog>
  )
}
