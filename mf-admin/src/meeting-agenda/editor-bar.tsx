import type { Agenda } from '@portal/contract/agendas'
import type { Quarter } from '@portal/contract/quarter'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { CircleCheck, Eye, EyeOff, PencilLine, Save, Send } from 'lucide-react'
import type { SaveKind } from '../use-agenda-save.ts'
import styles from './editor-bar.module.css'

type EditorBarProps = {
  quarter: Quarter
  status: Agenda['status']
  unsaved: boolean
  busy: SaveKind | undefined
  /** Something else has to be decided first. */
  locked: boolean
  onSave: (kind: SaveKind) => void
}

/** How the agenda stands, and what can be done with it. */
export function EditorBar({ quarter, status, unsaved, busy, locked, onSave }: EditorBarProps) {
  const isPublished = status === 'published'
  const around = (kind: SaveKind) => ({
    busy: busy === kind,
    disabled: locked || (busy !== undefined && busy !== kind),
    onClick: () => onSave(kind),
  })
  return (
    <div className={styles.bar}>
      <div className={styles.state}>
        {isPublished ? (
          <Badge kind="good" icon={<CircleCheck />}>
            Published
          </Badge>
        ) : (
          <Badge icon={<PencilLine />}>Draft</Badge>
        )}
        <span role="status">{unsaved && <Badge kind="warn">Unsaved changes</Badge>}</span>
      </div>
      <div className={styles.buttons}>
        <Link
          className={buttonStyle('quiet')}
          to={`/admin/meetings/${quarter.year}/${quarter.quarter}/agenda`}
        >
          <Eye /> Preview
        </Link>
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
      <p className={styles.note}>
        {isPublished
          ? 'Members see what you save at once.'
          : 'Members don’t see a draft. Publish saves it and shows it to them.'}
      </p>
    </div>
  )
}
