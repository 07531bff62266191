import { counted } from '@portal/domain/counted'
import { dateTimeText } from '@portal/domain/time-text'
import { quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { adminPaths } from '../../admin-paths.ts'
import { driveName } from '../agenda-visibility-note.tsx'
import { useAgendaSlot } from '../use-agenda-slot.ts'
import type { AgendaSaving, SaveQuestion } from './use-agenda-save.ts'

/**
 * Asks before an agenda moves to another quarter, before one that is stored there is replaced, and before a published
 * one replaces the Drive document that members see.
 */
export function SaveQuestions({ saving }: { saving: AgendaSaving }) {
  return saving.question ? <Question saving={saving} question={saving.question} /> : null
}

function Question({ saving, question }: { saving: AgendaSaving; question: SaveQuestion }) {
  const { config } = usePortal()
  const { busy, agree, cancel } = saving
  const { to, replaced, edited, showInstead } = question
  const { mapping } = useAgendaSlot(to)
  const there = quarterName(to)
  const around = { open: true, busy: busy !== undefined, onConfirm: agree, onCancel: cancel }
  if (showInstead) {
    return (
      <ConfirmDialog
        {...around}
        title={`Show this agenda for ${there}?`}
        verb="Publish and show this agenda"
      >
        <p>Members see the Drive document as this quarter’s agenda. Show this agenda instead?</p>
        <p>
          {capitalised(driveName(mapping))} stays mapped: you can change the source back at any
          time.
        </p>
      </ConfirmDialog>
    )
  }
  if (!replaced) {
    return (
      <ConfirmDialog {...around} title={`Move to ${there}?`} verb={`Move to ${there}`}>
        <p>
          The date you chose is in {there}, so “{isolated(edited.draft.title.trim())}” moves there
          with all its items. {edited.base && quarterName(edited.base)} has no native agenda
          afterwards.
        </p>
      </ConfirmDialog>
    )
  }
  const saved = dateTimeText(replaced.updatedAt, config.foundation.timeZone)
  return (
    <ConfirmDialog
      {...around}
      title={`${there} has an agenda already`}
      verb={`Replace ${isolated(replaced.title)}`}
      danger
    >
      <p>
        “{isolated(replaced.title)}” stands there:{' '}
        {replaced.status === 'published' ? 'published' : 'a draft'},{' '}
        {counted(replaced.items.length, 'item')}, saved {saved}. Yours takes its place if you go on.
      </p>
      <p>
        <Link to={adminPaths.previewAgenda(to)} target="_blank">
          Look at it in a new tab
        </Link>
      </p>
    </ConfirmDialog>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
