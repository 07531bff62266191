import type { Agenda } from '@portal/contract/agendas'
import { meetingLabel, type MeetingRef } from '@portal/domain/meeting-ref'
import { useEffect, useRef } from 'react'
import { MergeDialog } from './merge-dialog.tsx'
import styles from './saving-notices.module.css'
import type { AgendaEditing } from './use-agenda-draft.ts'
import type { AgendaSaving, SaveQuestion, AgendaSaveFailure } from './use-agenda-save.ts'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FilePlus, GitMerge, TriangleAlert, CircleAlert } from 'lucide-react'
import { counted } from '@portal/domain/counted'
import { dateTimeText } from '@portal/domain/time-text'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { adminPaths } from '../../admin-paths.ts'
import { useNameOf } from '../../shared/rights/admin-rights.ts'
import { driveName } from '../agenda-visibility-note.tsx'
import { refOf, useMeetingName } from '../meeting-name.ts'
import { useAgendaSlot } from '../use-agenda-slot.ts'

type SavingNoticesProps = {
  editing: AgendaEditing
  saving: AgendaSaving
  stored: Agenda | null
  /** Undefined for a new one. */
  meeting: MeetingRef | undefined
  /** The e-mail address of who has saved the stored agenda, if a report of the open editor has returned it. */
  savedBy: string | undefined
  merging: boolean
  onMerging: (merging: boolean) => void
}

/** The messages and questions of a save, above the fields they concern. */
export function SavingNotices(props: SavingNoticesProps) {
  const { editing, saving, stored, meeting, savedBy, merging, onMerging } = props
  const { base, draft, isOutdated } = editing
  const { failure } = saving
  const nameOf = useNameOf()
  const otherAdmin = savedBy === undefined ? saving.otherAdmin : nameOf(savedBy)
  const notice = useRef<HTMLDivElement>(null)
  // Someone who saves far down a long list would otherwise see only a toast, without the reason.
  useEffect(() => {
    if (failure) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  const saveAnew = () => {
    editing.rebase(null, draft)
    saving.start('save', { base: null, draft })
  }
  return (
    <>
      <div ref={notice} className={styles.told}>
        {isOutdated && meeting && (
          <EditConflictNotice
            meeting={meeting}
            stored={stored}
            otherAdmin={otherAdmin}
            busy={saving.busy !== undefined}
            onCompare={() => onMerging(true)}
            onSaveAnew={saveAnew}
          />
        )}
        {!isOutdated && <SaveFailureNotice failure={failure} />}
      </div>
      <SaveQuestions saving={saving} />
      {merging && isOutdated && stored && (
        <MergeDialog
          edited={{ base, draft }}
          theirs={stored}
          otherAdmin={otherAdmin}
          onClose={() => onMerging(false)}
          onMerged={(merged) => {
            onMerging(false)
            editing.rebase(stored, merged)
            saving.start('save', { base: stored, draft: merged })
          }}
        />
      )}
    </>
  )
}

type EditConflictNoticeProps = {
  meeting: MeetingRef
  stored: Agenda | null
  /** The admin who saved first, if known. */
  otherAdmin: string | undefined
  busy: boolean
  onCompare: () => void
  onSaveAnew: () => void
}

/** Reports that someone else has saved first. Neither version is changed before the reader decides. */
function EditConflictNotice(props: EditConflictNoticeProps) {
  const { meeting, stored, otherAdmin, busy, onCompare, onSaveAnew } = props
  const name = useMeetingName(meeting)
  if (!stored) {
    return (
      <Banner kind="warn" icon={<TriangleAlert />} role="alert">
        <p>
          <strong>{name} has no agenda any more:</strong> {otherAdmin ?? 'someone else'} has moved
          it meanwhile. What you typed is still here.
        </p>
        <div className={styles.buttons}>
          <Button icon={<FilePlus />} busy={busy} onClick={onSaveAnew}>
            Save mine as a new agenda
          </Button>
        </div>
      </Banner>
    )
  }
  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>{otherAdmin ?? 'Someone else'} has saved this agenda meanwhile.</strong> Yours is
        not saved yet, and theirs is unchanged.
      </p>
      <div className={styles.buttons}>
        <Button icon={<GitMerge />} onClick={onCompare}>
          Compare and merge
        </Button>
      </div>
    </Banner>
  )
}

/**
 * Asks before an agenda moves to another quarter, before one that is stored there is replaced, and before a published
 * one replaces the Drive document that members see.
 */
function SaveQuestions({ saving }: { saving: AgendaSaving }) {
  return saving.question ? <Question saving={saving} question={saving.question} /> : null
}

function Question({ saving, question }: { saving: AgendaSaving; question: SaveQuestion }) {
  const { config } = usePortal()
  const { busy, agree, cancel } = saving
  const { kind, to, replaced, edited, showInstead, widens } = question
  const { mapping } = useAgendaSlot(to)
  const there = useMeetingName(to)
  const around = { open: true, busy: busy !== undefined, onConfirm: agree, onCancel: cancel }
  if (widens !== undefined) {
    return (
      <ConfirmDialog
        {...around}
        title="Show a paper of a closed session to more people?"
        verb={kind === 'publish' ? 'Publish and show it to them' : 'Save and show it to them'}
      >
        <p>{widens}</p>
        <p>If they are not to read it, cancel and take the paper off the item first.</p>
      </ConfirmDialog>
    )
  }
  if (showInstead) {
    return (
      <ConfirmDialog
        {...around}
        title={`Show this agenda for ${there}?`}
        verb="Publish and show this agenda"
      >
        <p>Members see the Drive document as this quarter’s agenda. Show this agenda instead?</p>
        <p>
          {capitalized(driveName(mapping))} stays mapped: you can change the source back at any
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
          with all its items. {edited.base && meetingLabel(refOf(edited.base))} has no native agenda
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

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Why nothing was saved, next to the typed text, which stays. */
export function SaveFailureNotice({ failure }: { failure: AgendaSaveFailure | undefined }) {
  if (!failure) return null
  return (
    <Banner kind="bad" icon={<CircleAlert />} role="alert">
      <p>
        {failure.reason ?? 'The server’s response could not be read.'} What you typed is still here.
      </p>
      {failure.requestId && (
        <p>
          Reference: <code>{failure.requestId}</code>
        </p>
      )}
    </Banner>
  )
}
