import { clsx } from 'clsx'
import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { ScrollArea } from './parts/scroll-area.tsx'
import { seeFocus } from './parts/see-focus.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** `large` fills 95 % of the window, `full` all of it. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** Controls between the title and Close. */
  bar?: ReactNode
  footer?: ReactNode
  children: ReactNode
  /** The element that receives the focus first; by default the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** An `alertdialog` asks a question that its footer answers, so it has no Close button. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** Removes the padding around the content, for a viewer that fills the dialog. */
  flush?: boolean | undefined
  /** Hides the page behind it, for example when its reader is signed out. */
  hidesPage?: boolean | undefined
}

/** Maximum time between the two presses of a double click, in ms; the same as on Windows. */
const doubleClickTime = 500

/** A modal dialog: traps the focus, closes on Esc and on a click outside, and restores the focus. */
export function Dialog({
  open,
  onClose,
  title,
  size = 'medium',
  bar,
  footer,
  children,
  initialFocus,
  role = 'dialog',
  flush = false,
  hidesPage = false,
}: DialogProps) {
  // A transition: redrawing the page behind may take long, and mustn't delay the response to the click.
  const close = () => startTransition(onClose)
  const panel = useRef<HTMLDivElement>(null)
  useState(seeFocus)
  useDoubleClickOnce(open, panel)
  return (
    <HeadlessDialog
      open={open}
      onClose={close}
      role={role}
      className={styles.layer}
      {...(initialFocus && { initialFocus })}
    >
      <DialogBackdrop className={clsx(styles.backdrop, hidesPage && styles.opaque)} />
      <div className={clsx(styles.place, styles[`place-${size}`])}>
        <DialogPanel ref={panel} className={clsx(styles.panel, styles[size])}>
          <div className={styles.header}>
            <DialogTitle className={styles.title}>{title}</DialogTitle>
            {bar}
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

/** Ignores the second click of a double click that opened the dialog, which would close it again. */
function useDoubleClickOnce(open: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return undefined
    const until = performance.now() + doubleClickTime
    // Headless UI listens on the document and ignores events whose default was prevented.
    const passOver = (press: Event) => {
      const isInside = press.target instanceof Node && panel.current?.contains(press.target)
      if (!isInside && performance.now() < until) press.preventDefault()
    }
    const ends = ['pointerup', 'touchend']
    for (const end of ends) window.addEventListener(end, passOver, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, passOver, { capture: true })
    }
  }, [open, panel])
}
