import styles from './both-versions.module.css'

/** A field in which the stored version and the typed one differ. */
export type Difference = { field: string; theirs: string; yours: string }

/** Theirs against yours, one field after the other. */
export function BothVersions({ rows }: { rows: Difference[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ field, theirs, yours }) => (
        <div key={field} className={styles.row}>
          <dt>{field}</dt>
          <dd>
            <b>Theirs:</b> {theirs || '(empty)'}
          </dd>
          <dd>
            <b>Yours:</b> {yours || '(empty)'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
