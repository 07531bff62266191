import { isQuarterly, meetingId, meetingLabel, type MeetingRef } from '@portal/domain/meeting-ref'
import { Button } from '@portal/shared-ui/button'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { useStartSources, useCalendarSpan } from './use-agenda-start.ts'
import { isolated } from '@portal/domain/shown-text'
import { Dialog } from '@portal/shared-ui/dialog'
import { SelectField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { errorMessage } from '../../shared/api-errors.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useAct } from '../../shared/use-act.ts'
import { itemsInWords } from '../templates/items-in-words.ts'
import { ItemsPreview } from '../templates/items-preview.tsx'
import {
  type BodyMeeting,
  useAgendaSource,
  useBodyMeetings,
  useNamePapers,
  usePaperNames,
} from './body-meetings.ts'
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

/** Offers the items of the last agenda, of each template and of any meeting of the same body. Shows nothing if there are none. */
export function StartFrom({ meeting, draft, busy = false, itemsId, onStart }: StartFromProps) {
  const sources = useStartSources(meeting, draft.date)
  const others = useBodyMeetings(meeting)
  const [open, setOpen] = useState(false)
  if (sources.length === 0 && others.length === 0) return null
  return (
    <>
      <Button icon={<Copy />} busy={busy} onClick={() => setOpen(true)}>
        Start from…
      </Button>
      {open && (
        <StartDialog
          meeting={meeting}
          draft={draft}
          {...{ sources, others }}
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
  sources: readonly StartSource[]
  /** The meetings of the same body. */
  others: readonly BodyMeeting[]
  onStart: (started: AgendaDraft) => void
  onClose: () => void
}

/** A choice of what an agenda starts from, with a preview of what will be copied. */
function StartDialog({ meeting, draft, sources, others, onStart, onClose }: StartDialogProps) {
  const span = useCalendarSpan(meeting)
  const [chosenId, setChosenId] = useState<string>()
  const other = others.find(({ of }) => meetingId(of) === chosenId)
  const ofOther = useAgendaSource(other)
  const chosen = sources.find(({ id }) => id === chosenId) ?? (other ? ofOther : sources[0])
  const [changed, setChanged] = useState<{ id: string; parts: CopiedParts }>()
  const isChanged = chosen && changed?.id === chosen.id
  const parts = isChanged ? changed.parts : firstParts(draft, chosen)
  const started = chosen && startedAgenda(draft, chosen, span, parts)
  const papersOf = meeting && !isQuarterly(meeting) ? chosen?.papersOf : undefined
  const paperNames = usePaperNames(papersOf)
  const naming = useAct(useNamePapers(), {
    done: (papers) => chosen && onStart(startedAgenda(draft, chosen, span, parts, papers)),
    failure: (error) => errorMessage(error) ?? 'The names were not copied. Please try again.',
  })
  const start = () => {
    if (meeting && papersOf && paperNames.length > 0 && parts.papers) {
      void naming.act({ to: meeting, from: papersOf })
    } else if (started) onStart(started)
  }
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
          <Button
            variant="primary"
            busy={naming.busy}
            disabled={!chosen || chosen.items.length === 0}
            onClick={start}
          >
            {chosen ? `Start from ${isolated(chosen.name)}` : 'Start'}
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
                checked={source.id === chosen?.id}
                onChange={() => setChosenId(source.id)}
              />
              <span className={styles.name}>{source.name}</span>
              <span className={styles.detail}>
                {source.kind === 'template' ? 'Template' : 'Last agenda'}, {itemsInWords(source)}
              </span>
            </label>
          ))}
        </div>
        {others.length > 0 && (
          <SelectField
            label={sources.length > 0 ? 'Or another meeting' : 'Meeting'}
            value={other && !sources.some(({ id }) => id === chosenId) ? chosenId! : ''}
            onChange={(id) => setChosenId(id === '' ? undefined : id)}
            options={[
              { value: '', label: 'Choose a meeting' },
              ...others.map(({ of, name }) => ({ value: meetingId(of), label: name })),
            ]}
          />
        )}
        <RefusalBanner sentence={naming.refused} />
        {chosen && started && (
          <section className={styles.preview} aria-labelledby="start-preview">
            <h3 id="start-preview">What will be copied</h3>
            <CopiedPartsFields
              key={chosen.id}
              source={chosen}
              {...{ paperNames, parts }}
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
        )}
        <VisuallyHidden>
          <span role="status">
            {chosenId !== undefined &&
              chosen &&
              `${isolated(chosen.name)}: ${itemsInWords(chosen)}`}
          </span>
        </VisuallyHidden>
      </div>
    </Dialog>
  )
}
