import { quarterId } from '@portal/domain/ids'
import { consecutiveItems } from '@portal/domain/agenda-times'
import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { agendaVisibility } from '@portal/domain/slot-source'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LeaveGuard } from '../../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../../shared/drafts/draft-offer.tsx'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaVisibilityNote } from '../agenda-visibility-note.tsx'
import {
  type AgendaDraft,
  type DraftProblems,
  emptyDraft,
  problemsOf,
} from '../draft/agenda-draft.ts'
import { SavingNotices } from '../draft/saving-notices.tsx'
import { useAgendaDraft } from '../draft/use-agenda-draft.ts'
import { type SaveKind, useAgendaSave } from '../draft/use-agenda-save.ts'
import { CalendarDisagreement } from '../start/calendar-disagreement.tsx'
import { StartFrom } from '../start/start-from.tsx'
import { TemplateButtons } from '../templates/template-buttons.tsx'
import { useAgendaSlot } from '../use-agenda-slot.ts'
import styles from './agenda-editor.module.css'
import { AgendaFields } from './agenda-fields.tsx'
import { EditorBar } from './editor-bar.tsx'
import { ItemList } from './item-list.tsx'
import { NoAgenda } from './no-agenda.tsx'

type AgendaEditorProps = {
  quarter: Quarter
  stored: Agenda | null
  /** The agenda is in another quarter now. */
  onMoved: (to: Quarter) => void
}

const said = {
  save: [agendaSentences.saved, agendaSentences.saveFailed],
  publish: [agendaSentences.published, agendaSentences.publishFailed],
  unpublish: [agendaSentences.setToDraft, agendaSentences.statusFailed],
} as const

/** Edits a quarter's native agenda. */
export function AgendaEditor({ quarter, stored, onMoved }: AgendaEditorProps) {
  const { toast } = usePortal()
  const agendaId = quarterId(quarter)
  const editing = useAgendaDraft({ stored, fresh: emptyDraft, agendaId })
  const [merging, setMerging] = useState(false)
  const [follows, setFollows] = useState(false)
  const [problems, setProblems] = useState<DraftProblems>({})
  const fields = useRef<HTMLFieldSetElement>(null)
  const slot = useAgendaSlot(quarter)
  const saving = useAgendaSave({
    quarter,
    onSaved: (kind, saved, sent, mapping) => {
      if (kind === 'unpublish') editing.settleStatus(saved)
      else editing.settle(saved, sent)
      const done = kind === 'publish' ? publishedSentence(slot.mapping, mapping) : said[kind][0]
      toast(done, { kind: 'good', duration: 2000 })
      if (compareQuarters(saved, quarter) !== 0) onMoved(saved)
    },
    onStale: () => setMerging(true),
    onFailed: ({ kind, fields: refusedFields }) => {
      setProblems(refusedFields)
      toast(said[kind][1], { kind: 'bad', duration: 2000 })
    },
  })
  const { base, draft, unsaved, isOutdated, offer } = editing
  const isThere = base !== null || unsaved
  const status = (stored ?? base)?.status ?? 'draft'
  const visibility = slot.isKnown ? agendaVisibility(status, slot.mapping) : undefined

  const changeDraft = editing.change
  const change = useCallback(
    (update: (draft: AgendaDraft) => AgendaDraft) => {
      setProblems({})
      changeDraft((before) => (follows ? withConsecutiveItems(update(before)) : update(before)))
    },
    [changeDraft, follows],
  )
  const follow = (to: boolean) => {
    setFollows(to)
    if (to) changeDraft(withConsecutiveItems)
  }
  const save = (kind: SaveKind) => {
    if (isOutdated && stored && kind !== 'unpublish') return setMerging(true)
    if (kind === 'unpublish') return saving.start(kind, { base, draft })
    flushSync(() => setProblems(problemsOf(draft, { needsDate: false, base })))
    // Fields with their own validation have marked their errors.
    const refused = fields.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (refused) refused.focus()
    else saving.start(kind, { base, draft })
  }

  return (
    <>
      <DraftOffer editing={editing} />
      {isThere ? (
        <Card as="section" aria-label="Agenda" className={styles.card}>
          <EditorBar
            status={status}
            visibility={visibility}
            unsaved={unsaved}
            busy={saving.busy}
            locked={offer !== undefined}
            onSave={save}
          />
          <p className={styles.note}>
            <AgendaVisibilityNote {...{ status, slot, quarter }} />
          </p>
          <SavingNotices
            {...{ editing, saving, stored, quarter, merging }}
            onMerging={setMerging}
          />
          <fieldset ref={fields} className={styles.fields} disabled={offer !== undefined}>
            <legend className={styles.legend}>Agenda of the meeting</legend>
            <CalendarDisagreement
              quarter={quarter}
              draft={draft}
              onChange={(next) => change(() => next)}
            />
            <AgendaFields
              draft={draft}
              problems={problems}
              onChange={(next) => change(() => next)}
            />
            <ItemList
              draft={draft}
              follows={follows}
              start={
                <StartFrom
                  quarter={quarter}
                  draft={draft}
                  itemsId="agenda-items"
                  onStart={(next) => change(() => next)}
                />
              }
              onFollow={follow}
              onChange={change}
            />
            <TemplateButtons quarter={quarter} draft={draft} />
          </fieldset>
        </Card>
      ) : (
        <NoAgenda quarter={quarter} saving={saving} />
      )}
      <LeaveGuard unsaved={unsaved} queryCounts>
        {agendaSentences.leaving}
      </LeaveGuard>
    </>
  )
}

/** What publishing means for members; `after` is the agenda slot's mapping. */
function publishedSentence(before: Mapping, after: Mapping): string {
  if (after && !after.active) return agendaSentences.publishedUnseen
  const isNewSource = after?.mode === 'native' && before?.mode !== 'native'
  return isNewSource ? agendaSentences.publishedAsSource : agendaSentences.published
}

type Mapping = ResourceMapping | undefined

function withConsecutiveItems(draft: AgendaDraft): AgendaDraft {
  return { ...draft, items: consecutiveItems(draft) }
}
