import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, startTransition } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { ScrollArea } from './parts/scroll-area.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** `large` fills 95 % of the window, `full` all of it. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  footer?: ReactNode
  children: ReactNode
  /** What receives the focus first; the dialog itself without one. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** An `alertdialog` asks a question: its footer answers it, so it has no Close. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** Without padding around the content, for a viewer that fills it. */
  flush?: boolean | undefined
}

/** A modal: keeps the focus inside, closes on Esc and on a click outside, gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  size = 'medium',
  footer,
  children,
  initialFocus,
  role = 'dialog',
  flush = false,
}: DialogProps) {
  // What lies behind is drawn anew in pieces: the press itself is answered at once.
  const close = () => startTransition(onClose)
  return (
    <HeadlessDialog
      open={open}
      onClose={close}
      role={role}
      className={styles.layer}
      {...(initialFocus && { initialFocus })}
    >
      <DialogBackdrop className={styles.backdrop} />
      <div className={classNames(styles.place, styles[`place-${size}`])}>
        <DialogPanel className={classNames(styles.panel, styles[size])}>
          <div className={styles.header}>
            <DialogTitle className={styles.title}>{title}</DialogTitle>
            {role === 'alertdialog' ? null : (
              <Button variant="quiet" icon={<X />} onClick={close} className={styles.close}>
                Close
              </Button>
            )}
          </div>
          <ScrollArea className={classNames(styles.body, flush && styles.flush)}>
            {children}
          </ScrollArea>
          {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
