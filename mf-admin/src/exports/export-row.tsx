import type { PortalExport } from '@portal/contract/portal-exports'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { saveFrom } from '../shared/save-from-address.ts'
import { checkExport, exportUrl } from './exports-queries.ts'
import styles from './exports-screen.module.css'
import { damagedText, downloadFailure, exportName, exportState } from './exports-words.ts'

type ExportRowProps = { export: PortalExport; isRunning: boolean; onDelete: () => void }

export function ExportRow({ export: one, isRunning, onDelete }: ExportRowProps) {
  const { call, config, toast } = usePortal()
  const { timeZone } = config.foundation
  const endRights = useEndRights()
  const [isBusy, setBusy] = useState(false)
  const name = exportName(one, timeZone)
  const { done, total } = one.progress
  const download = async () => {
    setBusy(true)
    try {
      await checkExport(call, one.id)
      saveFrom(exportUrl(one.id))
    } catch (error) {
      if (!endRights(error)) toast(downloadFailure(error), { kind: 'bad', duration: 5000 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.export}>
      <div className={styles.words}>
        <h3 className={styles.name}>{dateTimeText(one.startedAt, timeZone)}</h3>
        <p className={styles.soft}>{exportState(one, timeZone)}</p>
        {one.damaged ? <p>{damagedText(one.damaged)}</p> : null}
        {isRunning && (
          <ProgressBar
            label={total > 0 ? `${done} of ${total} files` : 'Reading the portal’s records'}
            value={total > 0 ? done / total : undefined}
          />
        )}
      </div>
      <div className={styles.buttons} data-print="hide">
        {one.status === 'completed' && (
          <Button icon={<Download />} busy={isBusy} onClick={() => void download()}>
            Download
            <VisuallyHidden>{` the ${name}`}</VisuallyHidden>
          </Button>
        )}
        <Button icon={isRunning ? <X /> : <Trash2 />} onClick={onDelete}>
          {isRunning ? 'Stop' : 'Delete'}
          <VisuallyHidden>{` the ${name}`}</VisuallyHidden>
        </Button>
      </div>
    </li>
  )
}
