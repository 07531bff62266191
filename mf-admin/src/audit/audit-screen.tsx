import { zoneName } from '@portal/domain/time-text'
import { subjectInWords } from '@portal/contract/audit-words'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { History, SearchX } from 'lucide-react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { AuditFilterForm } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { type AuditPage, auditQuery } from './audit-queries.ts'
import styles from './audit-screen.module.css'
import { auditSentences } from './audit-sentences.ts'
import { CsvDownload } from './csv-download.tsx'
import { MoreEntries } from './more-entries.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

/** Who changed what and when, and who was refused; or who signed in and downloaded. */
export function Component() {
  const { call, config } = usePortal()
  const filters = useAuditFilters()
  const isAccess = filters.shown.show === 'access'
  const audit = useQuery(auditQuery(call, filters.asked))
  return (
    <AdminScreen
      title="Audit"
      subtitle={`${auditSentences.about(isAccess)} Times are in ${zoneName(config.foundation.timeZone)}.`}
      actions={<CsvDownload filters={filters.asked} />}
      queries={[audit]}
    >
      <AuditFilterForm shown={filters.shown} any={filters.any} onSet={filters.set} />
      <QueryPanel
        query={audit}
        failure={auditSentences.failed}
        skeleton={<Skeleton height="30rem" label="Loading the audit" />}
      >
        {(page) => (
          <>
            {filters.shown.subject && (
              <OnlySubject
                page={page}
                subject={filters.shown.subject}
                isAccess={isAccess}
                onAll={() => filters.set({ subject: '' })}
              />
            )}
            <Entries page={page} any={filters.any} isAccess={isAccess} />
            <MoreEntries page={page} filters={filters.asked} />
          </>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

type OnlySubjectProps = {
  page: AuditPage
  subject: string
  isAccess: boolean
  onAll: () => void
}

function OnlySubject({ page, subject, isAccess, onAll }: OnlySubjectProps) {
  const named = page.entries[0] ? subjectInWords(page.entries[0]) : subject
  return (
    <div className={styles.only}>
      <Banner
        kind="plain"
        icon={<History />}
        action={
          <Button variant="quiet" onClick={onAll}>
            Show all subjects
          </Button>
        }
      >
        Only {isAccess ? 'downloads of' : 'changes to'} <strong>{named}</strong>
      </Banner>
    </div>
  )
}

type EntriesProps = { page: AuditPage; any: boolean; isAccess: boolean }

function Entries({ page, any, isAccess }: EntriesProps) {
  if (page.entries.length > 0) return <AuditList entries={page.entries} />
  return (
    <Card>
      {page.next !== undefined ? (
        <EmptyState title="No entries match so far" icon={<SearchX />}>
          A search covers a thousand entries at a time. There are more.
        </EmptyState>
      ) : any ? (
        <EmptyState title="No entries match" icon={<SearchX />}>
          Choose a longer time or fewer words, or clear the filters.
        </EmptyState>
      ) : isAccess ? (
        <EmptyState title="Nothing has been recorded yet" icon={<History />}>
          Sign-ins, sign-outs and downloads appear here, and are deleted after some time.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing has been changed yet" icon={<History />}>
          Every change that an admin saves appears here, and every request that was refused.
        </EmptyState>
      )}
    </Card>
  )
}
