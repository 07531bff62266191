import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { SelectField } from '@portal/shared-ui/field'
import { bodiesQuery } from './bodies-queries.ts'
import styles from './directory-screen.module.css'
import type { DirectoryView } from './use-people.ts'

/** Shows only who is in office in a body; absent as long as nobody is in any. */
export function BodyFilter({ view }: { view: Pick<DirectoryView, 'body' | 'setBody'> }) {
  const { call } = usePortal()
  const { data } = useQuery(bodiesQuery(call))
  if (!data) return null
  const { bodies, terms } = data
  const options = bodies.filter(({ id }) => terms.some(({ body }) => body === id))
  if (options.length === 0 && view.body === '') return null
  const purpose = bodies.find(({ id }) => id === view.body)?.purpose
  return (
    <SelectField
      className={styles.body}
      label="Committee"
      hideLabel
      value={view.body}
      onChange={view.setBody}
      options={[
        { value: '', label: 'Board, committees and staff' },
        ...options.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...(purpose !== undefined && { hint: purpose })}
    />
  )
}
