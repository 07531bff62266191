import type { Agenda } from '@portal/contract/agendas'
import { isQuarterly, isSameMeeting, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { agendaVisibility, type AgendaVisibility } from '@portal/domain/slot-source'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { useRef, useState } from 'react'
import { LeaveGuard } from '../../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../../shared/drafts/draft-offer.tsx'
import { useUndoableToast } from '../../shared/undo/use-undo.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaVisibilityNote } from '../agenda-visibility-note.tsx'
import { DeleteAgenda } from '../delete/delete-agenda.tsx'
import {
  type AgendaDraft,
  draftOf,
  emptyDraft,
  withClosedItems,
  withFollowingTimes,
} from '../draft/agenda-draft.ts'
import { SavingNotices, SaveFailureNotice } from '../draft/saving-notices.tsx'
import { useAgendaDraft } from '../draft/use-agenda-draft.ts'
import { type SaveKind, useAgendaSave, type AgendaSaving } from '../draft/use-agenda-save.ts'
import { AgendaForm, useAgendaForm } from '../editor/agenda-form.tsx'
import { agendaRoute } from '../editor/editor-route.ts'
import { AgendaHistory } from '../history/agenda-history.tsx'
import { refOf, useMeetingName } from '../meeting-name.ts'
import { type AgendaMapping, useAgendaSlot } from '../use-agenda-slot.ts'
import styles from './agenda-editor.module.css'
import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { FilePlus, ListOrdered, EyeOff, Save, Send } from 'lucide-react'

import { atMeeting } from '../start/started-agenda.ts'
import { StartFrom } from '../start/start-from.tsx'
import { useCalendarMeeting } from '../start/use-agenda-start.ts'
import { Badge } from '@portal/shared-ui/badge'
import { AgendaBadge } from '../agenda-badge.tsx'

type AgendaEditorProps = {
  meeting: MeetingRef
  stored: Agenda | null
  /** Called when the agenda of a quarter has moved to another one. */
  onMoved: (to: MeetingRef) => void
}

const outcomeSentences = {
  save: [agendaSentences.saved, agendaSentences.saveFailed],
  publish: [agendaSentences.published, agendaSentences.publishFailed],
  unpublish: [agendaSentences.setToDraft, agendaSentences.statusFailed],
} as const

/** Edits a meeting's native agenda. */
export function AgendaEditor({ meeting, stored, onMoved }: AgendaEditorProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const editing = useAgendaDraft({ stored, fresh: emptyDraft, agendaId: meetingId(meeting) })
  const form = useAgendaForm(editing, { route: agendaRoute, meeting, edited: meeting })
  const [merging, setMerging] = useState(false)
  /** When the version that is being restored was saved, in words; empty for another save. */
  const restoring = useRef('')
  const slot = useAgendaSlot(meeting)
  const saving = useAgendaSave({
    meeting,
    onSaved: (kind, saved, sent, mapping) => {
      if (kind === 'unpublish') editing.settleStatus(saved)
      else editing.settle(saved, sent)
      const done =
        kind === 'publish'
          ? publishedSentence(meeting, slot.mapping, mapping)
          : outcomeSentences[kind][0]
      const message = restoring.current ? agendaSentences.restored(restoring.current) : done
      const isMoved = !isSameMeeting(refOf(saved), meeting)
      const { id: subject, revision } = saved
      // A save that has stored nothing has nothing to undo.
      const isUndoable = kind === 'save' && !isMoved && base && revision > base.revision
      const undone = isUndoable ? [{ subject, what: 'agenda saved', revision }] : []
      undoableToast(message, undone, { kind: 'good', duration: 2000 })
      if (isMoved) onMoved(refOf(saved))
    },
    onStale: () => {
      restoring.current = ''
      setMerging(true)
    },
    onFailed: ({ kind, fields }) => {
      form.show(fields)
      toast(outcomeSentences[kind][1], { kind: 'bad', duration: 2000 })
    },
  })
  const { base, draft, unsaved, isOutdated, offer, hasTyped } = editing
  const isThere = base !== null || unsaved || hasTyped
  const status = (stored ?? base)?.status ?? 'draft'
  const visibility = slot.isKnown ? agendaVisibility(status, slot.mapping) : undefined

  const save = (kind: SaveKind) => {
    restoring.current = ''
    if (isOutdated && stored && kind !== 'unpublish') return setMerging(true)
    if (kind === 'unpublish') return saving.start(kind, { base, draft })
    const whole = form.checked()
    if (whole) saving.start(kind, { base, draft: whole })
  }

  const restore = (version: AgendaDraft, savedAt: string) => {
    restoring.current = savedAt
    // The editor computes the same times: a draft that differs from what was sent stays unsaved.
    const restored = withFollowingTimes(stored ? withClosedItems(version, stored) : version)
    form.change(() => restored)
    saving.start('save', { base, draft: restored })
  }

  return (
    <>
      <DraftOffer editing={editing} />
      {isThere ? (
        <Card as="section" aria-label="Agenda" className={styles.card}>
          <EditorBar
            status={status}
            visibility={visibility}
            unsaved={unsaved || hasTyped}
            busy={saving.busy}
            locked={offer !== undefined}
            onSave={save}
          />
          <p className={styles.note}>
            <AgendaVisibilityNote {...{ status, slot, meeting }} />
          </p>
          <SavingNotices
            {...{ editing, saving, stored, meeting, merging }}
            savedBy={form.editors.saverOf(stored)}
            onMerging={setMerging}
          />
          <AgendaForm route={agendaRoute} editing={editing} form={form} meeting={meeting} />
          {stored && (
            <div className={styles.end}>
              <AgendaHistory
                meeting={meeting}
                stored={draftOf(stored)}
                unsaved={unsaved || hasTyped}
                onRestore={restore}
              />
              <DeleteAgenda
                agenda={stored}
                unsaved={unsaved || hasTyped}
                onDeleted={editing.discard}
              />
            </div>
          )}
        </Card>
      ) : (
        <NoAgenda meeting={meeting} saving={saving} />
      )}
      <LeaveGuard unsaved={unsaved || hasTyped} queryCounts>
        {agendaSentences.leaving}
      </LeaveGuard>
    </>
  )
}

/** What publishing means for members; `after` is the agenda slot's mapping. */
function publishedSentence(meeting: MeetingRef, before: Mapping, after: Mapping): string {
  if (after && !after.active) return agendaSentences.publishedUnseen
  const isNewSource = after?.mode === 'native' && before?.mode !== 'native'
  return isNewSource ? agendaSentences.publishedAsSource(meeting) : agendaSentences.published
}

type Mapping = AgendaMapping | undefined

type NoAgendaProps = { meeting: MeetingRef; saving: AgendaSaving }

function NoAgenda({ meeting, saving }: NoAgendaProps) {
  const { title, time, endTime } = agendaDefaults
  const inCalendar = useCalendarMeeting(meeting)
  const name = useMeetingName(meeting)
  const first = atMeeting({ ...emptyDraft, title, time, endTime }, inCalendar)
  return (
    <>
      <SaveFailureNotice failure={saving.failure} />
      <EmptyState title={agendaSentences.none(meeting)} icon={<ListOrdered />}>
        <p>
          {isQuarterly(meeting) ? 'Choose Native agenda above, or begin' : 'Begin'} a draft of{' '}
          {name} here. Members see it once it is published.
        </p>
        <Button
          icon={<FilePlus />}
          busy={saving.busy !== undefined || inCalendar.isFirstRead}
          onClick={() => saving.start('save', { base: null, draft: first })}
        >
          Begin a draft
        </Button>
        <StartFrom
          meeting={meeting}
          draft={first}
          busy={saving.busy !== undefined}
          onStart={(started) => saving.start('save', { base: null, draft: started })}
        />
      </EmptyState>
    </>
  )
}

type EditorBarProps = {
  status: Agenda['status']
  /** Undefined until it is known. */
  visibility: AgendaVisibility | undefined
  unsaved: boolean
  busy: SaveKind | undefined
  /** Another decision must be made first. */
  locked: boolean
  onSave: (kind: SaveKind) => void
}

/** The agenda's status and actions; it stays visible above a long list of items. */
function EditorBar({ status, visibility, unsaved, busy, locked, onSave }: EditorBarProps) {
  const isPublished = status === 'published'
  const around = (kind: SaveKind) => ({
    busy: busy === kind,
    disabled: locked || (busy !== undefined && busy !== kind),
    onClick: () => onSave(kind),
  })
  return (
    <div className={styles.bar}>
      <div className={styles.state}>
        <AgendaBadge status={status} visibility={visibility} />
        <span role="status">{unsaved && <Badge kind="warn">Unsaved changes</Badge>}</span>
      </div>
      <div className={styles.buttons}>
        <Button icon={<Save />} variant="primary" {...around('save')}>
          Save
        </Button>
        {isPublished ? (
          <Button icon={<EyeOff />} {...around('unpublish')}>
            Unpublish
          </Button>
        ) : (
          <Button icon={<Send />} {...around('publish')}>
            Publish
          </Button>
        )}
      </div>
    </div>
  )
}
