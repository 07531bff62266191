import type { PortalExport } from '@portal/contract/portal-exports'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { checkDownload, saveFrom } from '../shared/save-from-address.ts'
import { exportUrl } from './exports-queries.ts'
import styles from './exports-screen.module.css'
import { damagedText, exportName, exportsSentences, exportState } from './exports-words.ts'

type ExportRowProps = { export: PortalExport; isRunning: boolean; onDelete: () => void }

export function ExportRow({ export: one, isRunning, onDelete }: ExportRowProps) {
  const { config, toast } = usePortal()
  const { timeZone } = config.foundation
  const endRights = useEndRights()
  const [isBusy, setBusy] = useState(false)
  const name = exportName(one, timeZone)
  const { done, total } = one.progress
  const download = async () => {
    setBusy(true)
    const status = await checkDownload(exportUrl(one.id))
    setBusy(false)
    if (status === 200) return saveFrom(exportUrl(one.id))
    if (status === 403) return void endRights()
    toast(exportsSentences.downloadFailed(status), { kind: 'bad', duration: 5000 })
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
