import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isRestricted } from '@portal/domain/may-read'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { memo, type RefObject, useCallback, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AgendaDraft, withItemTitled, plannedAgenda } from '../draft/agenda-draft.ts'
import { endProblem, problemsOf, type DraftProblems } from '../draft/draft-problems.ts'
import type { AgendaEditing, ChangeDraft } from '../draft/use-agenda-draft.ts'
import { CalendarDisagreement } from '../start/calendar-disagreement.tsx'
import { StartFrom } from '../start/start-from.tsx'
import styles from './agenda-form.module.css'
import type { EditorRoute } from './editor-route.ts'
import { HistoryButtons, useHistoryKeys } from './history-buttons.tsx'
import { EditedMeeting } from './items/audience-field.tsx'
import { ItemFiles, useItemFiles } from './items/use-item-files.ts'
import { ItemList } from './items/item-list.tsx'
import { MeetingFields } from './meeting-fields.tsx'
import { PaperGaps } from './paper-gaps-section.tsx'
import { OtherEditors } from './other-editors.tsx'
import { useOtherEditors } from './use-other-editors.ts'
import { useMeetingPapers } from './use-meeting-papers.ts'
import { usePortal } from '@portal/remote-kit/portal'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaOutline } from '@portal/shared-ui/agenda-outline'
import { closedMarks } from '../closed-marks.tsx'
import { usePreviewedPapers } from '../previewed-papers.tsx'
import { TemplateButtons } from '../templates/template-buttons.tsx'

type AgendaFormOptions = {
  route: EditorRoute
  /** A new quarterly one is that of its date. */
  meeting: MeetingRef | undefined
  /** Whose agenda is edited; undefined for a new one. */
  edited: MeetingRef | undefined
}

/** The state of the editor's form that its routes need, to save and to show what was refused. */
export function useAgendaForm(
  editing: AgendaEditing,
  { route, meeting, edited }: AgendaFormOptions,
) {
  const { base } = editing
  const editors = useOtherEditors(base ? edited : undefined, base?.revision)
  const papers = useMeetingPapers(meeting)
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
    editors,
    papers,
    fields,
    change,
    /** The draft to save; undefined if it can't be, and the fields show why. */
    checked: (): AgendaDraft | undefined => {
      const { draft, typed } = editing
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
  /** A new quarterly one is that of its date. */
  meeting: MeetingRef | undefined
  isNew?: boolean
}

/** The agenda editor: the meeting's fields, its items, and what members will see of them. */
export function AgendaForm({ route, editing, form, meeting, isNew = false }: AgendaFormProps) {
  const { base, draft, offer } = editing
  const { editors, fields, papers, problems, openItems, toggleItem, change } = form
  const keys = useHistoryKeys(editing)
  const files = useItemFiles(meeting, editing, change)
  const end = problems.endTime ?? endProblem(draft, base)
  return (
    // The keys work in every field of the form.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.editor}
      onKeyDown={keys.onKeyDown}
      onFocus={({ target }) => editors.enter(itemOf(target))}
    >
      <OtherEditors others={editors.others} items={draft.items} />
      <div className={styles.layout}>
        <fieldset ref={fields} className={styles.fields} disabled={offer !== undefined}>
          <legend>
            <VisuallyHidden>Agenda of the meeting</VisuallyHidden>
          </legend>
          <CalendarDisagreement
            meeting={meeting}
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
          <EditedMeeting value={meeting}>
            <ItemFiles value={files.add}>
              <ItemList
                route={route}
                draft={draft}
                base={base}
                problems={problems.items ?? noProblems}
                papers={papers}
                openItems={openItems}
                others={editors.others}
                typed={editing.typed}
                start={
                  <StartFrom
                    meeting={meeting}
                    draft={draft}
                    itemsId="agenda-items"
                    onStart={(next) => change(() => next)}
                  />
                }
                onTyped={editing.setTyped}
                onToggle={toggleItem}
                onChange={change}
              />
            </ItemFiles>
          </EditedMeeting>
          <VisuallyHidden>
            <span role="status">{files.status}</span>
          </VisuallyHidden>
          <PaperGaps items={draft.items} papers={papers} onChange={change} />
          <TemplateButtons draft={draft} meeting={meeting} />
        </fieldset>
        <MembersPreview draft={draft} meeting={meeting} />
      </div>
    </div>
  )
}

/** The item whose field or line has the focus. */
function itemOf(target: Element): string | undefined {
  return target.closest<HTMLElement>('[data-item]')?.dataset['item']
}

const noProblems = {}

/** The messages of a refused save at their fields. Items with a message are opened. */
function useShownProblems(fields: RefObject<HTMLElement | null>) {
  const [problems, setProblems] = useState<DraftProblems>({})
  const [openItems, setOpenItems] = useState<ReadonlySet<string>>(new Set())

  const toggleItem = useCallback((id: string, open: boolean) => {
    setOpenItems((before) => {
      const next = new Set(before)
      if (open) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])

  return {
    problems,
    openItems,
    /** Stays the same function. */
    toggleItem,
    clear: useCallback(() => setProblems({}), []),
    /** Returns whether a field is marked as invalid, which then has the focus. */
    show: (next: DraftProblems): boolean => {
      flushSync(() => {
        setProblems(next)
        const ids = Object.keys(next.items ?? {})
        if (ids.length > 0) setOpenItems((before) => new Set([...before, ...ids]))
      })
      const refused = fields.current?.querySelector<HTMLElement>('[aria-invalid]')
      refused?.focus()
      return refused !== undefined && refused !== null
    },
  }
}

type MembersPreviewProps = {
  draft: AgendaDraft
  /** Undefined while a new one's date names no quarter. */
  meeting: MeetingRef | undefined
}

/** What members will see of the draft, by the components of their own page. */
function MembersPreview({ draft, meeting }: MembersPreviewProps) {
  // Typing comes first.
  return <Preview draft={useDeferredValue(draft)} meeting={meeting} />
}

const Preview = memo(function Preview({ draft, meeting }: MembersPreviewProps) {
  const { timeZone } = usePortal().config.foundation
  const planned = plannedAgenda(draft)
  const items = planned.items.map((item) => {
    const { audience: _, closed, ...shown } = item
    return closed ? { ...shown, closed } : shown
  })
  const agenda = { ...draft, ...planned, items }
  const marks = planned.items.map((item) => ({ id: item.id, isClosed: isRestricted(item) }))
  const papers = usePreviewedPapers(agenda.items, meeting)
  return (
    <section className={styles.preview} aria-labelledby="members-preview">
      <h2 id="members-preview" className={styles.title}>
        What members will see
      </h2>
      <p className={styles.name}>{draft.title.trim() || 'Board Meeting Agenda'}</p>
      <p className={styles.head}>
        <AgendaHead agenda={agenda} timeZone={timeZone} />
      </p>
      {draft.description.trim() && <p className={styles.description}>{draft.description}</p>}
      {agenda.items.length > 0 ? (
        <AgendaOutline agenda={agenda} papers={papers} besides={new Map(closedMarks(marks))} />
      ) : (
        <p className={styles.none}>There are no items yet.</p>
      )}
    </section>
  )
})
