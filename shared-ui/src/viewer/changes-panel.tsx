import styles from './changes-panel.module.css'
import panel from './side-panel.module.css'
import { type ChangeKind, changeWords, type ShownChange } from './shown-changes.ts'

type ChangesPanelProps = {
  changes: readonly ShownChange[]
  current: number | undefined
  onGo: (index: number) => void
}

/** Every change with its page and words. */
export function ChangesPanel({ changes, current, onGo }: ChangesPanelProps) {
  return (
    <ol className={styles.changes}>
      {changes.map((change, index) => (
        // Passages have no identity but their order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <button
            type="button"
            className={panel.entry}
            aria-current={index === current ? 'location' : undefined}
            onClick={() => onGo(index)}
          >
            <span className={styles.change}>
              <span className={styles.kind}>
                {changeWords[change.kind]} · page {change.page}
              </span>
              <Words change={change} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const hasBefore = new Set<ChangeKind>(['removed', 'changed'])
const hasAfter = new Set<ChangeKind>(['added', 'changed', 'moved'])

function Words({ change: { kind, before, after } }: { change: ShownChange }) {
  return (
    <>
      {hasBefore.has(kind) && before ? <del className={styles.before}>{before}</del> : null}
      {hasAfter.has(kind) && after ? <ins className={styles.after}>{after}</ins> : null}
    </>
  )
}
