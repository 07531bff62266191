import { plainText } from '@portal/domain/contains-words'
import { isolated } from '@portal/domain/shown-text'
import { clsx } from 'clsx'
import {
  Combobox as HeadlessCombobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import styles from './combobox-picker.module.css'
import { Field } from '../field.tsx'

export type ComboboxProps<T> = {
  label: string
  options: readonly T[]
  value: T | null
  onChange: (value: T | null) => void
  nameOf: (option: T) => string
  /** A second, softer line, such as a document's folder and date. Included in the search. */
  detailOf?: ((option: T) => string) | undefined
  keyOf: (option: T) => string
  placeholder?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  disabled?: boolean | undefined
}

/** From this number on, only visible rows are rendered; below it, a plain list is simpler and more accessible. */
const manyOptions = 60

export function ComboboxPicker<T>({
  label,
  options,
  value,
  onChange,
  nameOf,
  detailOf,
  keyOf,
  placeholder,
  hint,
  error,
  disabled = false,
}: ComboboxProps<T>) {
  const [query, setQuery] = useState('')
  const words = plainText(query).split(/\s+/u).filter(Boolean)
  // Computed once, not per key press: normalizing thousands of names takes too long.
  const texts = useMemo(
    () => options.map((option) => plainText(`${nameOf(option)} ${detailOf?.(option) ?? ''}`)),
    [options, nameOf, detailOf],
  )
  const matching = options.filter((_, index) => words.every((word) => texts[index]!.includes(word)))
  const virtual = options.length > manyOptions
  const rows: (T | null)[] = matching.length > 0 ? matching : [null]

  const none = (
    <ComboboxOption key="none" value={null} disabled className={styles.none ?? ''}>
      Nothing matches “{isolated(query)}”
    </ComboboxOption>
  )
  const row = (option: T) => (
    <ComboboxOption key={keyOf(option)} value={option} className={styles.option ?? ''}>
      <Check className={styles.check} />
      <span className={styles.words}>
        <span className={styles.name}>{nameOf(option)}</span>
        {detailOf ? <span className={styles.detail}>{detailOf(option)}</span> : null}
      </span>
    </ComboboxOption>
  )

  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <HeadlessCombobox
          key={String(virtual)}
          value={value}
          onChange={onChange}
          onClose={() => setQuery('')}
          by={(a: T | null, b: T | null) => (a && b ? keyOf(a) === keyOf(b) : false)}
          disabled={disabled}
          immediate
          virtual={virtual ? { options: rows, disabled: (option) => option === null } : null}
        >
          <div className={styles.row}>
            <ComboboxInput
              {...control}
              className={clsx(control.className, styles.input)}
              displayValue={(option: T | null) => (option ? nameOf(option) : '')}
              onChange={(event) => setQuery(event.target.value)}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
            />
            <ComboboxButton className={styles.open ?? ''} aria-label={`Show all: ${label}`}>
              <ChevronDown />
            </ComboboxButton>
          </div>
          <ComboboxOptions
            className={styles.options ?? ''}
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            modal={false}
            aria-label={label}
          >
            {virtual
              ? ({ option }: { option: T | null }) => (option === null ? none : row(option))
              : rows.map((option) => (option === null ? none : row(option)))}
          </ComboboxOptions>
        </HeadlessCombobox>
      )}
    </Field>
  )
}
