import { clsx } from 'clsx'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'
import { selectOnFocus } from './select-on-focus.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The attributes that connect a control with its label, hint and error. */
export type FieldControl = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A control with a label above, a hint below and an error message. */
export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = clsx(hint !== undefined && hintId, error !== undefined && errorId)
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({
        id,
        className: clsx(styles.control, error !== undefined && styles.invalid),
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint === undefined ? null : (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <p id={errorId} className={styles.error} role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'children'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean | undefined
  /** For a value that is only copied. */
  selectsOnFocus?: boolean
}

/** Why a text is refused; undefined if it isn't. */
export function tooLong(value: string, most: number | undefined): string | undefined {
  if (most === undefined || value.length <= most) return undefined
  const number = (count: number) => count.toLocaleString('en')
  return `At most ${number(most)} characters; this has ${number(value.length)}.`
}

/**
 * A text input. Passwords can be revealed; pasting and password managers work. A text over `maxLength` is shown as an
 * error: the browser's own limit would cut what is pasted.
 */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  hideLabel,
  className,
  type = 'text',
  selectsOnFocus = false,
  maxLength,
  ...rest
}: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <Field {...{ label, hint, hideLabel, className }} error={error ?? tooLong(value, maxLength)}>
      {(control) => (
        <div className={styles.row}>
          <input
            {...keyboardFor(type)}
            {...rest}
            {...control}
            {...(selectsOnFocus ? selectOnFocus : {})}
            type={secret && shown ? 'text' : type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {secret ? (
            <button
              type="button"
              className={styles.reveal}
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
            </button>
          ) : null}
        </div>
      )}
    </Field>
  )
}

/**
 * Settings for an iPad’s keyboard: it neither corrects nor capitalizes a password, even while that is shown as text,
 * and doesn’t correct names in a search.
 */
function keyboardFor(type: string): ComponentProps<'input'> {
  if (type === 'password') return { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }
  if (type === 'search') return { enterKeyHint: 'search', autoCorrect: 'off', spellCheck: false }
  return {}
}

type SelectFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  hideLabel?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** A native select, which works as people expect on every device. */
export function SelectField({
  label,
  value,
  onChange,
  options,
  hideLabel,
  hint,
  error,
  name,
  disabled,
  className,
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, className }}>
      {({ className: controlClass, ...control }) => (
        <div className={styles.row}>
          <select
            {...control}
            className={clsx(controlClass, styles.select)}
            name={name}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} />
        </div>
      )}
    </Field>
  )
}
