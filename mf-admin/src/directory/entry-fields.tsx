import {
  directoryField,
  directoryFieldNames,
  type DirectoryFieldName,
} from '@portal/domain/directory-fields'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { ImageField } from '../shared/images/image-field.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import styles from './entry-dialog.module.css'
import type { EntryForm } from './use-entry-form.ts'

const isLong = (name: DirectoryFieldName) => directoryField(name).input === 'lines'
/** Short fields are next to each other, long ones below them. */
const [short, long] = [
  directoryFieldNames.filter((name) => !isLong(name)),
  directoryFieldNames.filter(isLong),
]

/** The photo and texts of an entry, by the table of its fields. */
export function EntryFields({ form }: { form: EntryForm }) {
  return (
    <>
      <ImageField
        label="Photo"
        noun="photo"
        shape="round"
        draft={form.photo}
        stored={form.base?.photoUrl}
      />
      <div className={styles.pairs}>
        {short.map((name) => (
          <EntryField key={name} name={name} form={form} />
        ))}
      </div>
      {long.map((name) => (
        <EntryField key={name} name={name} form={form} />
      ))}
    </>
  )
}

function EntryField({ name, form }: { name: DirectoryFieldName; form: EntryForm }) {
  const { label, most, input, hint, required, options } = directoryField(name)
  const field = {
    label,
    hint,
    value: form.values[name],
    onChange: form.set(name),
    error: form.problems[name],
  }
  if (options) return <SelectField {...field} options={choices(options)} />
  if (input === 'lines') return <TextAreaField {...field} maxLength={most} rows={4} />
  return (
    <TextField
      {...field}
      type={input}
      maxLength={most}
      autoComplete="off"
      aria-required={required}
    />
  )
}

/** A new entry has none chosen: "Choose board or staff". */
function choices(options: Readonly<Record<string, string>>) {
  const labels = Object.values(options).map((label) => label.toLowerCase())
  return [
    { value: '', label: `Choose ${labels.join(' or ')}` },
    ...Object.entries(options).map(([value, label]) => ({ value, label })),
  ]
}
