import type { AuditFilters } from '@portal/contract/audit'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { auditCsvUrl, checkAuditCsv } from './audit-queries.ts'
import { auditSentences } from './audit-sentences.ts'

/** Saves the filtered entries, all of them, as a spreadsheet. */
export function CsvDownload({ filters }: { filters: AuditFilters }) {
  const { toast } = usePortal()
  const endRights = useEndRights()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const status = await checkAuditCsv(filters)
    setBusy(false)
    if (status === 200) return save(auditCsvUrl(filters))
    if (status === 403) return void endRights()
    toast(auditSentences.downloadFailed(status), { kind: 'bad', duration: 5000 })
  }
  return (
    <Button icon={<Download />} busy={busy} onClick={() => void download()}>
      Download CSV
    </Button>
  )
}

/** The server names the file. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
