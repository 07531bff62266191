import { isQuarterly, meetingLabel, type MeetingRef } from '@portal/domain/meeting-ref'
import { Button } from '@portal/shared-ui/button'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { useStartSources, useCalendarSpan } from './use-agenda-start.ts'
import { isolated } from '@portal/domain/shown-text'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { itemsInWords } from '../templates/items-in-words.ts'
import { ItemsPreview } from '../templates/items-preview.tsx'
import { spanInWords } from './calendar-disagreement.tsx'
import styles from '../../shared/dialogs/choices.module.css'
import { CopiedPartsFields } from './copied-parts.tsx'
import { type CopiedParts, firstParts, startedAgenda, type StartSource } from './started-agenda.ts'

type StartFromProps = {
  /** Whose agenda has no items; undefined while its date names no quarter. */
  meeting: MeetingRef | undefined
  draft: AgendaDraft
  busy?: boolean
  /** The heading that gets the focus, because the button goes once there are items. */
  itemsId?: string
  onStart: (started: AgendaDraft) => void
}

/** Offers the items of the last agenda and of each template. Shows nothing if there are none. */
export function StartFrom({ meeting, draft, busy = false, itemsId, onStart }: StartFromProps) {
  const sources = useStartSources(meeting)
  const [open, setOpen] = useState(false)
  if (sources.length === 0) return null
  return (
    <>
      <Button icon={<Copy />} busy={busy} onClick={() => setOpen(true)}>
        Start from…
      </Button>
      {open && (
        <StartDialog
          meeting={meeting}
          draft={draft}
          sources={sources}
          onStart={(started) => {
            setOpen(false)
            onStart(started)
            // After the dialog has given the focus back to the button.
            if (itemsId !== undefined) {
              requestAnimationFrame(() => document.getElementById(itemsId)?.focus())
            }
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type StartDialogProps = {
  meeting: MeetingRef | undefined
  draft: AgendaDraft
  /** At least one. */
  sources: readonly StartSource[]
  onStart: (started: AgendaDraft) => void
  onClose: () => void
}

/** A choice of what an agenda starts from, with a preview of what will be copied. */
function StartDialog({ meeting, draft, sources, onStart, onClose }: StartDialogProps) {
  const span = useCalendarSpan(meeting)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = sources.find(({ id }) => id === chosenId) ?? sources[0]!
  const [changed, setChanged] = useState<{ id: string; parts: CopiedParts }>()
  const parts = changed?.id === chosen.id ? changed.parts : firstParts(draft, chosen)
  const started = startedAgenda(draft, chosen, span, parts)
  return (
    <Dialog
      open
      title={
        meeting && isQuarterly(meeting)
          ? `Start the agenda of ${meetingLabel(meeting)}`
          : 'Start the agenda'
      }
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
          <CopiedPartsFields
            key={chosen.id}
            source={chosen}
            parts={parts}
            onChange={(next) => setChanged({ id: chosen.id, parts: next })}
          />
          <p>
            {span
              ? `The calendar has the meeting on ${spanInWords(span)}.`
              : meeting && !isQuarterly(meeting)
                ? 'The date and times stay as they are.'
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
