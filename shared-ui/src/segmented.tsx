import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

type SegmentedProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode; icon?: ReactNode }[]
  disabled?: boolean | undefined
  className?: string | undefined
}

/** A choice of a few visible options: native radio buttons, including their arrow keys. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  disabled = false,
  className,
}: SegmentedProps<T>) {
  const name = useId()
  return (
    <div className={clsx(styles.group, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            disabled={disabled}
          />
          {option.icon}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
