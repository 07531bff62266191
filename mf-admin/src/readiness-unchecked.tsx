import { isApiError } from '@portal/contract/client'
import type { Quarter } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { agendaQuery } from './agenda-queries.ts'
import { documentsQuery } from './document-queries.ts'
import type { Mappings } from './mapping-queries.ts'
import styles from './readiness-unchecked.module.css'

type ReadinessUncheckedProps = { quarter: Quarter; mappings: Mappings; ids: string[] }

/** Says what the readiness board could not look at, so that nobody takes it for checked. */
export function ReadinessUnchecked({ quarter, mappings, ids }: ReadinessUncheckedProps) {
  const { call } = usePortal()
  const documents = useQuery(documentsQuery(call))
  const isNative = ids.some((id) => mappings[id]?.mode === 'native')
  const agenda = useQuery({ ...agendaQuery(call, quarter), enabled: isNative })
  return (
    <div className={styles.told}>
      {documents.error && !documents.data && (
        <ErrorPanel
          sentence="Failed to fetch documents"
          requestId={isApiError(documents.error) ? documents.error.requestId : undefined}
          busy={documents.isFetching}
          onRetry={() => void documents.refetch()}
        >
          <p>Whether a paper has changed or can’t be opened is not known until then.</p>
        </ErrorPanel>
      )}
      {agenda.error && !agenda.data && !isMissing(agenda.error) && (
        <ErrorPanel
          sentence="Failed to load agenda"
          requestId={isApiError(agenda.error) ? agenda.error.requestId : undefined}
          busy={agenda.isFetching}
          onRetry={() => void agenda.refetch()}
        >
          <p>Whether the native agenda is published is not known until then.</p>
        </ErrorPanel>
      )}
    </div>
  )
}

function isMissing(error: Error): boolean {
  return isApiError(error) && error.code === 'notFound'
}
