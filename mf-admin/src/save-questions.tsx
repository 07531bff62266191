import { dateFormat } from '@portal/contract/date-format'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { quarterName } from './agenda-sentences.ts'
import type { AgendaSaving } from './use-agenda-save.ts'

/** Asks before an agenda goes to another quarter, and again before one that stands there is replaced. */
export function SaveQuestions({ saving }: { saving: AgendaSaving }) {
  const { config } = usePortal()
  const { question, busy, agree, cancel } = saving
  if (!question) return null
  const { to, replaced, edited } = question
  const there = quarterName(to)
  const around = { open: true, busy: busy !== undefined, onConfirm: agree, onCancel: cancel }
  if (!replaced) {
    return (
      <ConfirmDialog {...around} title={`Move to ${there}?`} verb={`Move to ${there}`}>
        <p>
          The date you chose lies in {there}, so “{edited.draft.title.trim()}” moves there with all
          its items. {edited.base && quarterName(edited.base)} has no native agenda afterwards.
        </p>
      </ConfirmDialog>
    )
  }
  const saved = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: config.foundation.timeZone,
  }).format(new Date(replaced.updatedAt))
  return (
    <ConfirmDialog
      {...around}
      title={`${there} has an agenda already`}
      verb={`Replace ${replaced.title}`}
      danger
    >
      <p>
        “{replaced.title}” stands there: {replaced.status === 'published' ? 'published' : 'a draft'}
        , {replaced.items.length} {replaced.items.length === 1 ? 'item' : 'items'}, saved {saved}.
        Yours takes its place if you go on.
      </p>
      <p>
        <Link to={`/admin/meetings/${to.year}/${to.quarter}/agenda`} target="_blank">
          Look at it in a new tab
        </Link>
      </p>
    </ConfirmDialog>
  )
}
