import { ChevronDown, ChevronUp, Highlighter, List, RefreshCw, RotateCw, X } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './changes-bar.module.css'
import { announcedChange } from './shown-changes.ts'
import { ToolButton } from './tool-button.tsx'
import type { Changing } from './use-changes.ts'

type ChangesBarProps = {
  changing: Changing
  /** The list of changes is open. */
  listed: boolean
  onList: () => void
}

/** What changed in the paper, and buttons to step through it. */
export function ChangesBar({ changing, listed, onList }: ChangesBarProps) {
  const { title, summary, changes, current, isMarked, step, toggleMarks, close, retry } = changing
  const selected = current === undefined ? undefined : changes[current]
  const position = current === undefined ? undefined : `${current + 1} of ${changes.length}`
  return (
    <section className={styles.bar} aria-label="Changes">
      <p className={styles.sentence}>
        <RefreshCw aria-hidden="true" />
        <span>
          <b>{title}</b> {summary}
        </span>
      </p>
      {changes.length === 0 && !retry && !close ? null : (
        <div className={styles.tools}>
          {changes.length === 0 ? null : (
            <>
              {position === undefined ? null : <span className={styles.position}>{position}</span>}
              <ToolButton
                label="Previous change"
                keys="P"
                icon={<ChevronUp />}
                onPress={() => step(-1)}
              />
              <ToolButton
                label="Next change"
                keys="N"
                icon={<ChevronDown />}
                worded
                onPress={() => step(1)}
              />
              <ToolButton
                label="List of changes"
                icon={<List />}
                expanded={listed}
                onPress={onList}
              />
              <ToolButton
                label={isMarked ? 'Show without marks' : 'Show marks'}
                icon={<Highlighter />}
                onPress={toggleMarks}
              />
            </>
          )}
          {retry ? (
            <ToolButton label="Try again" icon={<RotateCw />} worded onPress={retry} />
          ) : null}
          {close ? <ToolButton label="End the comparison" icon={<X />} onPress={close} /> : null}
        </div>
      )}
      <VisuallyHidden>
        <output aria-live="polite">
          {selected && position ? announcedChange(selected, position) : ''}
        </output>
      </VisuallyHidden>
    </section>
  )
}
