import { SelectField, TextField } from '@portal/shared-ui/field'
import { ImageField } from '../shared/images/image-field.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import styles from './entry-dialog.module.css'
import { entryFields } from './entry-form.ts'
import type { EntryForm } from './use-entry-form.ts'

const types = [
  { value: '', label: 'Choose board or staff' },
  { value: 'board', label: 'Board' },
  { value: 'staff', label: 'Staff' },
]

/** The longest texts that the API takes. */
const longest = { email: 254, phone: 50, bio: 5000 }

export function EntryFields({ form }: { form: EntryForm }) {
  const { values, problems, set } = form
  const text = (name: keyof typeof entryFields, most = 200) => ({
    label: entryFields[name],
    value: values[name],
    onChange: set(name),
    error: problems[name],
    maxLength: most,
    autoComplete: 'off',
  })
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
        <TextField {...text('name')} aria-required />
        <TextField {...text('role')} aria-required />
        <SelectField
          label={entryFields.type}
          value={values.type}
          onChange={set('type')}
          options={types}
          error={problems.type}
        />
        <TextField {...text('title')} hint="The professional title" />
        <TextField {...text('department')} />
        <TextField {...text('email', longest.email)} type="email" />
        <TextField {...text('phone', longest.phone)} type="tel" />
      </div>
      <TextAreaField
        label={entryFields.bio}
        value={values.bio}
        onChange={set('bio')}
        maxLength={longest.bio}
        rows={4}
      />
    </>
  )
}
