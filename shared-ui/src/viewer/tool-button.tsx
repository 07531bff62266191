import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

export type ToolButtonProps = {
  label: string
  icon: ReactNode
  onPress: () => void
  /** The keyboard shortcut, shown next to the label. */
  keys?: string | undefined
  pressed?: boolean | undefined
  expanded?: boolean | undefined
  disabled?: boolean | undefined
  /** Shows the label next to the icon; otherwise it appears on hover and focus. */
  worded?: boolean | undefined
}

export function ToolButton(props: ToolButtonProps) {
  const { label, icon, keys, pressed, expanded, disabled = false, worded = false } = props
  return (
    <button
      type="button"
      className={clsx(styles.tool, worded && styles.worded)}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || props.onPress()}
    >
      {icon}
      {worded ? <span aria-hidden="true">{label}</span> : null}
      {worded && !keys ? null : (
        <span className={styles.tip} aria-hidden="true">
          {label}
          {keys ? <kbd>{keys}</kbd> : null}
        </span>
      )}
    </button>
  )
}
