import { quarterName } from '@portal/domain/quarter'
import type { Agenda } from '@portal/contract/agendas'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FilePlus, GitMerge, TriangleAlert } from 'lucide-react'
import styles from './edit-conflict-notice.module.css'

type EditConflictNoticeProps = {
  quarter: { year: number; quarter: number }
  stored: Agenda | null
  /** The e-mail address of who has saved first, if that is known. */
  otherAdmin: string | undefined
  busy: boolean
  onCompare: () => void
  onSaveAnew: () => void
}

/** Reports that someone else has saved first. Neither version is changed before the reader decides. */
export function EditConflictNotice(props: EditConflictNoticeProps) {
  const { quarter, stored, otherAdmin, busy, onCompare, onSaveAnew } = props
  if (!stored) {
    return (
      <Banner kind="warn" icon={<TriangleAlert />} role="alert">
        <p>
          <strong>{quarterName(quarter)} has no agenda any more:</strong>{' '}
          {otherAdmin ?? 'someone else'} has moved it meanwhile. What you typed is still here.
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
