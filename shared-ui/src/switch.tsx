import { Switch as HeadlessSwitch } from '@headlessui/react'
import styles from './switch.module.css'

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** Shows the label next to the switch; otherwise it is for screen readers only. */
  showLabel?: boolean | undefined
}

export function Switch({ label, checked, onChange, disabled = false, showLabel }: SwitchProps) {
  return (
    <HeadlessSwitch
      className={styles.switch}
      aria-label={label}
      checked={checked}
      onChange={onChange}
      disabled={disabled}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      {showLabel ? <span>{label}</span> : null}
    </HeadlessSwitch>
  )
}
