import { clsx } from 'clsx'
import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, startTransition, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
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

/** How long after the first the second press of a double click may come, in ms: what Windows waits for it. */
const doubleClickTime = 500

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
  const panel = useRef<HTMLDivElement>(null)
  useDoubleClickOnce(open, panel)
  return (
    <HeadlessDialog
      open={open}
      onClose={close}
      role={role}
      className={styles.layer}
      {...(initialFocus && { initialFocus })}
    >
      <DialogBackdrop className={styles.backdrop} />
      <div className={clsx(styles.place, styles[`place-${size}`])}>
        <DialogPanel ref={panel} className={clsx(styles.panel, styles[size])}>
          <div className={styles.header}>
            <DialogTitle className={styles.title}>{title}</DialogTitle>
            {role === 'alertdialog' ? null : (
              <Button variant="quiet" icon={<X />} onClick={close} className={styles.close}>
                Close
              </Button>
            )}
          </div>
          <ScrollArea className={clsx(styles.body, flush && styles.flush)}>{children}</ScrollArea>
          {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

/** Who clicks twice on what opens a dialog means it once: the second press, which falls beside it, doesn't close it. */
function useDoubleClickOnce(open: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return undefined
    const until = performance.now() + doubleClickTime
    // Headless UI listens on the document, and passes over what somebody has prevented before.
    const passOver = (press: Event) => {
      const inside = press.target instanceof Node && panel.current?.contains(press.target)
      if (!inside && performance.now() < until) press.preventDefault()
    }
    const ends = ['pointerup', 'touchend']
    for (const end of ends) window.addEventListener(end, passOver, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, passOver, { capture: true })
    }
  }, [open, panel])
}
