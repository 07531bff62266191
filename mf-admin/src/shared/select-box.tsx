import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import styles from './select-box.module.css'

type SelectBoxProps = {
  label: string
  /** For screen readers: what a short label is about. */
  of?: string
  checked: boolean
  /** Shows the label; otherwise it is for screen readers only. */
  showLabel?: boolean
  /** Whether some, but not all, of its items are selected. */
  mixed?: boolean
  disabled?: boolean
  /** The id of a sentence that explains it. */
  describedBy?: string
  onChange: (checked: boolean) => void
}

/** A checkbox with a target of full size. */
export function SelectBox(props: SelectBoxProps) {
  const {
    label,
    of,
    checked,
    showLabel = false,
    mixed = false,
    disabled = false,
    describedBy,
    onChange,
  } = props
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      {showLabel ? label : <VisuallyHidden>{label}</VisuallyHidden>}
      {of !== undefined && <VisuallyHidden> {of}</VisuallyHidden>}
    </label>
  )
}
