import { Radio, RadioGroup } from '@headlessui/react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './segmented.module.css'

type SegmentedProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode; icon?: ReactNode }[]
  disabled?: boolean | undefined
  className?: string | undefined
}

/** One choice of a few, all in sight: a radio group whose arrow keys choose. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  disabled = false,
  className,
}: SegmentedProps<T>) {
  return (
    <RadioGroup
      className={classNames(styles.group, className)}
      aria-label={label}
      value={value}
      onChange={onChange}
      disabled={disabled}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.option ?? ''}>
          {option.icon}
          <span>{option.label}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
