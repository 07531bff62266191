import { type MouseEvent, useState } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import styles from './menu.module.css'
import type { MenuProps } from './parts/pressed-menu.tsx'
import { useLoaded } from './use-loaded.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const load = () => import('./parts/pressed-menu.tsx')
const loadAhead = () => void load().catch(() => undefined)

/** A button whose menu is loaded when it is first pressed: the first page of a visit doesn't need its code. */
export function Menu(props: MenuProps) {
  const [pressedBy, setPressedBy] = useState<'keyboard' | 'pointer'>()
  const pressed = useLoaded(pressedBy && load)
  if (pressed.value && pressedBy) {
    return <pressed.value.PressedMenu {...props} pressedBy={pressedBy} />
  }
  const { label, button } = props
  // A key press has a click count of 0.
  const press = ({ detail }: MouseEvent) => setPressedBy(detail === 0 ? 'keyboard' : 'pointer')
  const isFailed = pressedBy !== undefined && pressed.error !== undefined
  return (
    <div className={styles.menu}>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={(pressedBy !== undefined && !isFailed) || undefined}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={press}
      >
        {button}
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      {isFailed ? (
        <div className={styles.items}>
          <ErrorPanel
            sentence="Unable to connect to server. Please check your connection and try again."
            onRetry={() => setPressedBy(undefined)}
          />
        </div>
      ) : null}
    </div>
  )
}
