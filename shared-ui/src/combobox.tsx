import { useEffect, useState } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { Field } from './field.tsx'
import type { ComboboxProps } from './parts/combobox-picker.tsx'

type Picker = typeof import('./parts/combobox-picker.tsx')

let loaded: Picker | undefined

/**
 * A searchable picker: every typed word must occur in the name or the detail. It is large and rarely used, so its code
 * is loaded when one is first shown.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const [picker, setPicker] = useState(loaded)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (picker || failed) return
    let gone = false
    const fetchPicker = async () => {
      try {
        loaded = await import('./parts/combobox-picker.tsx')
        if (!gone) setPicker(loaded)
      } catch {
        if (!gone) setFailed(true)
      }
    }
    void fetchPicker()
    return () => {
      gone = true
    }
  }, [picker, failed])

  if (picker) return <picker.ComboboxPicker {...props} />
  if (failed) {
    return (
      <ErrorPanel
        sentence="Unable to connect to server. Please check your connection and try again."
        onRetry={() => setFailed(false)}
      />
    )
  }
  const { label, hint, error, value, nameOf, placeholder } = props
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <input
          {...control}
          value={value === null ? '' : nameOf(value)}
          placeholder={placeholder}
          aria-busy
          disabled
        />
      )}
    </Field>
  )
}
