import type { AuditFilters } from '@portal/contract/audit'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { checkDownload, saveFrom } from '../shared/save-from-address.ts'
import { auditCsvUrl } from './audit-queries.ts'
import { auditSentences } from './audit-sentences.ts'

/** Saves the filtered entries, all of them, as a spreadsheet. */
export function CsvDownload({ filters }: { filters: AuditFilters }) {
  const { toast } = usePortal()
  const endRights = useEndRights()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const status = await checkDownload(auditCsvUrl(filters))
    setBusy(false)
    if (status === 200) return saveFrom(auditCsvUrl(filters))
    if (status === 403) return void endRights()
    toast(auditSentences.downloadFailed(status), { kind: 'bad', duration: 5000 })
  }
  return (
    <Button icon={<Download />} busy={busy} onClick={() => void download()}>
      Download CSV
    </Button>
  )
}
