import type { Agenda } from '@portal/contract/agendas'
import type { Quarter } from '@portal/domain/quarter'
import { useEffect, useRef } from 'react'
import { MergeDialog } from './merge-dialog.tsx'
import { EditConflictNotice } from './edit-conflict-notice.tsx'
import { SaveFailureNotice } from './save-failure.tsx'
import { SaveQuestions } from './save-questions.tsx'
import styles from './saving-notices.module.css'
import type { AgendaEditing } from './use-agenda-draft.ts'
import type { AgendaSaving } from './use-agenda-save.ts'

type SavingNoticesProps = {
  editing: AgendaEditing
  saving: AgendaSaving
  stored: Agenda | null
  /** The agenda's quarter; undefined for a new one. */
  quarter: Quarter | undefined
  merging: boolean
  onMerging: (merging: boolean) => void
}

/** The messages and questions of a save, above the fields they concern. */
export function SavingNotices(props: SavingNoticesProps) {
  const { editing, saving, stored, quarter, merging, onMerging } = props
  const { base, draft, isOutdated } = editing
  const { failure } = saving
  const told = useRef<HTMLDivElement>(null)
  // Someone who saves far down a long list would otherwise see only a toast, without the reason.
  useEffect(() => {
    if (failure) told.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  const saveAnew = () => {
    editing.rebase(null, draft)
    saving.start('save', { base: null, draft })
  }
  return (
    <>
      <div ref={told} className={styles.told}>
        {isOutdated && quarter && (
          <EditConflictNotice
            quarter={quarter}
            stored={stored}
            otherAdmin={saving.otherAdmin}
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
          otherAdmin={saving.otherAdmin}
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
