import { type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { itemsInWords } from '../templates/items-in-words.ts'
import { ItemsPreview } from '../templates/items-preview.tsx'
import { spanInWords } from './calendar-disagreement.tsx'
import styles from './start-dialog.module.css'
import { startedAgenda, type StartSource } from './started-agenda.ts'
import { useCalendarSpan } from './use-agenda-start.ts'

type StartDialogProps = {
  quarter: Quarter | undefined
  draft: AgendaDraft
  /** At least one. */
  sources: readonly StartSource[]
  onStart: (started: AgendaDraft) => void
  onClose: () => void
}

/** A choice of what an agenda starts from, with a preview of what will be copied. */
export function StartDialog({ quarter, draft, sources, onStart, onClose }: StartDialogProps) {
  const span = useCalendarSpan(quarter)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = sources.find(({ id }) => id === chosenId) ?? sources[0]!
  const started = startedAgenda(draft, chosen, span)
  return (
    <Dialog
      open
      title={quarter ? `Start the agenda of ${quarterName(quarter)}` : 'Start the agenda'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onStart(started)}>
            Start from {isolated(chosen.name)}
          </Button>
        </>
      }
    >
      <div className={bodyStyles.body}>
        <div className={styles.sources} role="radiogroup" aria-label="Start from">
          {sources.map((source) => (
            <label key={source.id} className={styles.source}>
              <input
                type="radio"
                name="start-source"
                checked={source.id === chosen.id}
                onChange={() => setChosenId(source.id)}
              />
              <span className={styles.name}>{source.name}</span>
              <span className={styles.detail}>
                {source.kind === 'template' ? 'Template' : 'Last agenda'}, {itemsInWords(source)}
              </span>
            </label>
          ))}
        </div>
        <section className={styles.preview} aria-labelledby="start-preview">
          <h3 id="start-preview">What will be copied</h3>
          <p>
            Items, presenters and durations.{' '}
            {span
              ? `The calendar has the meeting on ${spanInWords(span)}.`
              : 'The calendar has no meeting for this quarter: the date and times stay as they are.'}
          </p>
          <ItemsPreview label="Items that will be copied" draft={started} />
        </section>
        <VisuallyHidden>
          <span role="status">
            {chosenId !== undefined && `${isolated(chosen.name)}: ${itemsInWords(chosen)}`}
          </span>
        </VisuallyHidden>
      </div>
    </Dialog>
  )
}
