import type { BoardBookState } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { type ReactNode, useId } from 'react'
import type { BookOptions } from './board-book-queries.ts'
import { changesRefusal, dayIn } from './board-book-words.ts'
import styles from './board-book.module.css'

type BoardBookOptionsProps = {
  quarter: Quarter
  /** The state of the whole book. */
  state: BoardBookState
  options: BookOptions
  onChange: (options: BookOptions) => void
}

/** Chooses what a personal book contains, and explains the reader's copy. */
export function BoardBookOptions({ quarter, state, options, onChange }: BoardBookOptionsProps) {
  const { call, config, person } = usePortal()
  const isKept = canKeepReading(person)
  const reading = useQuery({ ...readingQuery(call, quarter), enabled: isKept }).data
  const { copy } = state
  const refusal = isKept && !reading ? undefined : changesRefusal(state, reading)
  const ofCopy =
    copy && `Your copy: book ${copy.number}, of ${dayIn(copy.takenAt, config.foundation.timeZone)}.`
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Your own book</legend>
      <Option
        label="With my notes"
        hint={
          isKept
            ? 'Your highlights and notes, where you made them. Nobody else can open this book.'
            : 'This view of the portal has no notes.'
        }
        checked={options.notes}
        disabled={!isKept}
        onChange={(notes) => onChange({ ...options, notes })}
      />
      <Option
        label="Only what changed since my copy"
        hint={[ofCopy, refusal].filter(Boolean).join(' ')}
        checked={options.changes}
        disabled={refusal !== undefined && !options.changes}
        onChange={(changes) => onChange({ ...options, changes })}
      />
      {reading?.isOn && (
        <p className={styles.hint}>
          The whole book that you open or download is your copy. Next time you can get only what
          changed since this copy. Nobody else can see which one you have.
        </p>
      )}
    </fieldset>
  )
}

type OptionProps = {
  label: string
  hint: ReactNode
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function Option({ label, hint, checked, disabled, onChange }: OptionProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} className={styles.optionHint}>
        {hint}
      </p>
    </div>
  )
}
