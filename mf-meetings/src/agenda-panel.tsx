import type { Agenda } from '@portal/contract/agendas'
import { isApiError } from '@portal/contract/client'
import type { Quarter } from '@portal/contract/quarter'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'

type AgendaPanelProps = {
  query: UseQueryResult<Agenda>
  quarter: Quarter
  children: (agenda: Agenda) => ReactNode
}

/** A quarter's published agenda; one that isn't there or isn't published yet is no failure, and says so. */
export function AgendaPanel({ query, quarter, children }: AgendaPanelProps) {
  const absence = absenceOf(query, quarter)
  if (absence) {
    return (
      <EmptyState title={absence} icon={<ListOrdered aria-hidden />}>
        <p>Your Board Liaison publishes it here before the meeting.</p>
      </EmptyState>
    )
  }
  return (
    <QueryPanel
      query={query}
      failure="Failed to load agenda. Please try again."
      skeleton={<Skeleton lines={8} label="Loading the agenda" />}
    >
      {children}
    </QueryPanel>
  )
}

/** Also an admin, to whom the API sends drafts, reads published agendas only. */
function absenceOf(query: UseQueryResult<Agenda>, { year, quarter }: Quarter) {
  if (codeOf(query) === 'notFound') return `No agenda has been created for ${year} Q${quarter}.`
  return isUnpublished(query) ? unpublishedText({ year, quarter }) : undefined
}

export function isUnpublished(query: UseQueryResult<Agenda>): boolean {
  return codeOf(query) === 'notPublished' || query.data?.status === 'draft'
}

const unpublishedText = ({ year, quarter }: Quarter) =>
  `The agenda for ${year} Q${quarter} is not published yet.`

const codeOf = ({ error }: UseQueryResult<Agenda>) => (isApiError(error) ? error.code : undefined)
