import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import styles from './toast-region.module.css'

export type Toast = {
  id: string
  message: string
  kind: 'good' | 'bad' | 'plain'
  /** How long it is shown, in ms. */
  duration: number
  /** A button that dismisses the message, too. */
  action?: { label: string; onSelect: () => void }
}

/** The specification's default: red if the message contains "failed" or "error". */
export function toastKind(message: string): Toast['kind'] {
  return /failed|error/iu.test(message) ? 'bad' : 'good'
}

type ToastRegionProps = { toasts: readonly Toast[]; onDismiss: (id: string) => void }

/**
 * The messages at the bottom of the window. Errors are alerts; others appear in a status region that exists beforehand.
 * Rendered in the body, so that an open dialog neither hides nor blocks it.
 */
export function ToastRegion({ toasts, onDismiss }: ToastRegionProps) {
  const [held, setHeld] = useState(false)
  // A removed button fires neither a blur nor a pointerleave event.
  if (held && toasts.length === 0) setHeld(false)
  const dismiss = (id: string) => {
    setHeld(false)
    onDismiss(id)
  }
  const region = useReservedSpace(toasts.length > 0)
  const show = (toast: Toast) => (
    <ToastCard key={toast.id} toast={toast} held={held} onDismiss={dismiss} />
  )
  return createPortal(
    <div
      ref={region}
      className={styles.region}
      // `pointerover`, not `pointerenter`: the pointer may still be inside when the element below it is removed.
      onPointerOver={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.stack}>{toasts.filter((toast) => toast.kind === 'bad').map(show)}</div>
      <output className={styles.stack}>
        {toasts.filter((toast) => toast.kind !== 'bad').map(show)}
      </output>
    </div>,
    document.body,
  )
}

/**
 * While there are messages, their height is `--toast-space` on the page: what is at the window's bottom, and every
 * dialog, leaves that room, so that no message covers a control.
 */
function useReservedSpace(isShown: boolean) {
  const region = useRef<HTMLDivElement>(null)
  const pressed = usePressed()
  useLayoutEffect(() => {
    const shown = region.current
    if (!isShown || !shown) return
    const { style } = document.documentElement
    const reserve = () => {
      style.setProperty('--toast-space', `${shown.offsetHeight}px`)
      uncover(pressed(), shown)
    }
    reserve()
    const sizes = new ResizeObserver(reserve)
    sizes.observe(shown)
    // What was pressed may change what is above it.
    sizes.observe(document.body)
    return () => {
      sizes.disconnect()
      style.removeProperty('--toast-space')
    }
  }, [isShown, pressed])
  return region
}

/** What was pressed last: some browsers don't focus a pressed button. */
function usePressed(): () => Element | null {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target : null
    }
    addEventListener('pointerdown', note, { capture: true })
    addEventListener('keydown', note, { capture: true })
    return () => {
      removeEventListener('pointerdown', note, { capture: true })
      removeEventListener('keydown', note, { capture: true })
    }
  }, [])
  return useCallback(() => pressed.current, [])
}

/** Scrolls the row of the pressed control out from under the messages. A dialog leaves them room by itself. */
function uncover(pressed: Element | null, region: Element): void {
  if (!pressed?.isConnected || pressed.closest('dialog') || region.contains(pressed)) return
  const row = (pressed.closest('tr, li') ?? pressed).getBoundingClientRect()
  const covered = row.bottom - region.getBoundingClientRect().top
  if (covered > 0) scrollBy({ top: Math.min(covered, row.top) })
}

type ToastCardProps = { toast: Toast; held: boolean; onDismiss: (id: string) => void }

const icons = { good: CircleCheck, bad: CircleAlert, plain: Info }

function ToastCard({ toast, held, onDismiss }: ToastCardProps) {
  const Icon = icons[toast.kind]
  const dismiss = useEffectEvent(() => onDismiss(toast.id))
  useEffect(() => {
    if (held) return
    const timer = setTimeout(dismiss, toast.duration)
    return () => clearTimeout(timer)
  }, [held, toast.duration])

  return (
    <span
      className={clsx(styles.toast, styles[toast.kind], toast.action && styles.withAction)}
      role={toast.kind === 'bad' ? 'alert' : undefined}
    >
      <Icon className={styles.icon} />
      <span className={styles.message}>{toast.message}</span>
      <span className={styles.buttons}>
        {toast.action && (
          <Button
            variant="quiet"
            onClick={() => {
              toast.action?.onSelect()
              onDismiss(toast.id)
            }}
          >
            {toast.action.label}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<X />}
          iconOnly
          aria-label="Dismiss"
          onClick={() => onDismiss(toast.id)}
        />
      </span>
    </span>
  )
}
