import { zoneName } from '@portal/domain/time-text'
import { subjectInWords } from '@portal/domain/audit-words'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { History, SearchX, Download, ListPlus } from 'lucide-react'
import {
  type AuditFilters,
  type AuditEntry,
  downloadAudit,
  listAudit,
} from '@portal/contract/audit'
import { useState, useId } from 'react'
import { dayOf, fullDayText } from '@portal/domain/days'
import { undoneEntries } from '@portal/domain/undoable-changes'
import { counted } from '@portal/domain/counted'
import { isApiError, type Call } from '@portal/remote-kit/client'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import type { Reply } from '@portal/contract/endpoint'
import { pathOf } from '@portal/domain/path-of'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { AuditFilterForm, auditSentences } from './audit-filters.tsx'
import styles from './audit-screen.module.css'
import { useAuditFilters } from './use-audit-filters.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { checkDownload, saveFrom } from '../shared/save-from-address.ts'
import { AuditEntryCard } from './audit-entry.tsx'
import { adminQuery, useChange } from '../shared/queries.ts'

/** Who changed what and when, and who was refused; or who signed in and downloaded. */
export function Component() {
  const { call, config } = usePortal()
  const filters = useAuditFilters()
  const isAccess = filters.shown.show === 'access'
  const audit = useQuery(auditQuery(call, filters.applied))
  return (
    <AdminScreen
      title="Audit"
      subtitle={`${auditSentences.about(isAccess)} Times are in ${zoneName(config.foundation.timeZone)}.`}
      actions={<CsvDownload filters={filters.applied} />}
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
            <MoreEntries page={page} filters={filters.applied} />
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

/** Saves the filtered entries, all of them, as a spreadsheet. */
function CsvDownload({ filters }: { filters: AuditFilters }) {
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

/** The entries, in their order, under the days of the foundation's clocks. */
function AuditList({ entries }: { entries: AuditEntry[] }) {
  const { timeZone } = usePortal().config.foundation
  const undone = undoneEntries(entries.toSorted((a, b) => b.at.localeCompare(a.at)))
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at), timeZone))
  return [...days].map(([day, ofDay]) => (
    <Day key={day} day={day} entries={ofDay} undone={undone} />
  ))
}

type DayProps = { day: string; entries: AuditEntry[]; undone: ReadonlySet<string> }

function Day({ day, entries, undone }: DayProps) {
  const id = useId()
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.dayName}>
        {fullDayText(day)}
      </h2>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <AuditEntryCard key={entry.id} entry={entry} isUndone={undone.has(entry.id)} />
        ))}
      </ol>
    </section>
  )
}

/**
 * The number of shown entries, and a button for the next ones: a search reads them in parts.
 */
function MoreEntries({ page, filters }: { page: AuditPage; filters: AuditFilters }) {
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

type AuditPage = Reply<typeof listAudit>

const pageSize = 50

function auditKey(filters: AuditFilters) {
  return ['admin', 'audit', filters]
}

/** The newest entries; older ones are added by `useMoreAudit`, so nothing is refetched unless the reader asks for it. */
function auditQuery(call: Call, filters: AuditFilters) {
  return queryOptions({
    ...adminQuery(call, listAudit, auditKey(filters), { query: { ...filters, limit: pageSize } }),
    // Each set of filters is another one, with all of its pages.
    gcTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Adds the next page to those that are shown, each entry once. */
function useMoreAudit(filters: AuditFilters) {
  const client = useQueryClient()
  return useChange(
    (call, after: string) => call(listAudit, { query: { ...filters, limit: pageSize, after } }),
    {
      onSuccess: ({ entries, next }, after) =>
        client.setQueryData<AuditPage>(auditKey(filters), (shown) => {
          // Reloaded meanwhile: this page doesn't follow the shown ones.
          if (shown?.next !== after) return shown
          return { entries: [...shown.entries, ...entries], ...(next !== undefined && { next }) }
        }),
    },
  )
}

/** The same entries as a spreadsheet, every page of them. */
function auditCsvUrl(filters: AuditFilters): string {
  return pathOf(downloadAudit.path, {}, filters)
}
