import { counted } from '@portal/domain/counted'
import type { AuditFilters } from '@portal/contract/audit'
import { isApiError } from '@portal/contract/client'
import { Button } from '@portal/shared-ui/button'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { ListPlus } from 'lucide-react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { type AuditPage, useMoreAudit } from './audit-queries.ts'
import styles from './audit-screen.module.css'
import { auditSentences } from './audit-sentences.ts'

/**
 * The number of shown entries, and a button for the next ones: a search reads them in parts.
 */
export function MoreEntries({ page, filters }: { page: AuditPage; filters: AuditFilters }) {
  const more = useMoreAudit(filters)
  const endRights = useEndRights()
  const { entries, next } = page
  if (entries.length === 0 && next === undefined) return null
  const oldestFirst = filters.order === 'oldest'
  const load = () => {
    if (next === undefined || more.isPending) return
    more.mutate(next, { onError: (error) => endRights(error) })
  }
  return (
    <div className={styles.more}>
      <span role="status">
        {counted(entries.length, 'entry', 'entries')}
        {next === undefined ? `, the ${oldestFirst ? 'newest' : 'oldest'} included` : ' so far'}
      </span>
      {more.error ? (
        <ErrorPanel
          sentence={auditSentences.moreFailed(oldestFirst)}
          requestId={isApiError(more.error) ? more.error.requestId : undefined}
          onRetry={load}
        />
      ) : (
        next !== undefined && (
          <Button icon={<ListPlus />} busy={more.isPending} onClick={load}>
            {entries.length === 0 ? 'Search further' : 'Load more'}
          </Button>
        )
      )}
    </div>
  )
}
