import styles from './changes-panel.module.css'
import panel from './side-panel.module.css'
import { type ChangeKind, changeWords, listedOrder, type ShownChange } from './shown-changes.ts'

type ChangesPanelProps = {
  changes: readonly ShownChange[]
  current: number | undefined
  onGo: (index: number) => void
}

/** Every change with its page and words, changed figures first. */
export function ChangesPanel({ changes, current, onGo }: ChangesPanelProps) {
  return (
    <ol className={styles.changes}>
      {listedOrder(changes).map((index) => (
        <li key={index}>
          <button
            type="button"
            className={panel.entry}
            aria-current={index === current ? 'location' : undefined}
            onClick={() => onGo(index)}
          >
            <span className={styles.change}>
              <span className={styles.kind}>
                {changeWords[changes[index]!.kind]} · page {changes[index]!.page}
              </span>
              <Words change={changes[index]!} />
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
