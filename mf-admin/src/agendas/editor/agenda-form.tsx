import type { Quarter } from '@portal/domain/quarter'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type AgendaDraft, withItemTitled } from '../draft/agenda-draft.ts'
import { endProblem, problemsOf } from '../draft/draft-problems.ts'
import type { AgendaEditing, ChangeDraft } from '../draft/use-agenda-draft.ts'
import { CalendarDisagreement } from '../start/calendar-disagreement.tsx'
import { StartFrom } from '../start/start-from.tsx'
import { TemplateButtons } from '../templates/template-buttons.tsx'
import styles from './agenda-form.module.css'
import type { EditorRoute } from './editor-route.ts'
import { HistoryButtons, useHistoryKeys } from './history-buttons.tsx'
import { ItemList } from './items/item-list.tsx'
import { MeetingFields } from './meeting-fields.tsx'
import { MembersPreview } from './members-preview.tsx'
import { useQuarterPapers } from './use-quarter-papers.ts'
import { useShownProblems } from './use-shown-problems.ts'

/** The state of the editor's form that its routes need, to save and to show what was refused. */
export function useAgendaForm(
  editing: AgendaEditing,
  route: EditorRoute,
  quarter: Quarter | undefined,
) {
  const papers = useQuarterPapers(quarter)
  const fields = useRef<HTMLFieldSetElement>(null)
  const shown = useShownProblems(fields)
  const { change: changeDraft } = editing
  const { clear } = shown
  const change = useCallback<ChangeDraft>(
    (update, field) => {
      clear()
      changeDraft(update, field)
    },
    [clear, changeDraft],
  )
  return {
    ...shown,
    papers,
    fields,
    change,
    /** The draft to save; undefined if it can't be, and the fields show why. */
    checked: (): AgendaDraft | undefined => {
      const { base, draft, typed } = editing
      // A title that was typed but not added yet becomes an item.
      const whole = withItemTitled(draft, typed)
      flushSync(() => {
        if (whole !== draft) changeDraft(() => whole)
        editing.setTyped('')
      })
      const { isMeeting, least } = route
      const isRefused = shown.show(
        problemsOf(whole, { needsDate: isMeeting, least, base, pageCount: papers.pageCount }),
      )
      return isRefused ? undefined : whole
    },
  }
}

type AgendaFormProps = {
  route: EditorRoute
  editing: AgendaEditing
  form: ReturnType<typeof useAgendaForm>
  /** The quarter the meeting is in by its date, or that of the agenda. */
  quarter: Quarter | undefined
  isNew?: boolean
}

/** The agenda editor: the meeting's fields, its items, and what members will see of them. */
export function AgendaForm({ route, editing, form, quarter, isNew = false }: AgendaFormProps) {
  const { base, draft, offer } = editing
  const { fields, papers, problems, openItems, toggleItem, change } = form
  const keys = useHistoryKeys(editing)
  const end = problems.endTime ?? endProblem(draft, base)
  return (
    // The keys work in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.editor} onKeyDown={keys.onKeyDown}>
      <div className={styles.layout}>
        <fieldset ref={fields} className={styles.fields} disabled={offer !== undefined}>
          <legend>
            <VisuallyHidden>Agenda of the meeting</VisuallyHidden>
          </legend>
          <CalendarDisagreement
            quarter={quarter}
            draft={draft}
            isNew={isNew}
            onChange={(next) => change(() => next)}
          />
          <div className={styles.steps}>
            <HistoryButtons steps={editing} keys={keys} />
          </div>
          <MeetingFields
            route={route}
            draft={draft}
            problems={end ? { ...problems, endTime: end } : problems}
            isNew={isNew}
            onChange={change}
          />
          <ItemList
            route={route}
            draft={draft}
            base={base}
            problems={problems.items ?? noProblems}
            papers={papers}
            openItems={openItems}
            typed={editing.typed}
            start={
              <StartFrom
                quarter={quarter}
                draft={draft}
                itemsId="agenda-items"
                onStart={(next) => change(() => next)}
              />
            }
            onTyped={editing.setTyped}
            onToggle={toggleItem}
            onChange={change}
          />
          <TemplateButtons draft={draft} quarter={quarter} />
        </fieldset>
        <MembersPreview draft={draft} quarter={quarter} />
      </div>
    </div>
  )
}

const noProblems = {}
