import type { Agenda } from '@portal/contract/agendas'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import type { AgendaVisibility } from '@portal/domain/slot-source'
import { EyeOff, Save, Send } from 'lucide-react'
import { AgendaBadge } from '../agenda-badge.tsx'
import type { SaveKind } from '../draft/use-agenda-save.ts'
import styles from './editor-bar.module.css'

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
export function EditorBar({ status, visibility, unsaved, busy, locked, onSave }: EditorBarProps) {
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
