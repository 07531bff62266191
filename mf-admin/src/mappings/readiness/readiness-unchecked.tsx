import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { agendasQuery, type Mappings } from '../../shared/quarter-queries.ts'

import styles from './readiness-unchecked.module.css'

type ReadinessUncheckedProps = { mappings: Mappings; ids: string[] }

/** Lists what the readiness board couldn't check, so that nobody assumes it is fine. */
export function ReadinessUnchecked({ mappings, ids }: ReadinessUncheckedProps) {
  const { call } = usePortal()
  const documents = useQuery(documentsQuery(call))
  const isNative = ids.some((id) => mappings[id]?.mode === 'native')
  const agendas = useQuery({ ...agendasQuery(call), enabled: isNative })
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
      {agendas.error && !agendas.data && (
        <ErrorPanel
          sentence="Failed to load agenda"
          requestId={isApiError(agendas.error) ? agendas.error.requestId : undefined}
          busy={agendas.isFetching}
          onRetry={() => void agendas.refetch()}
        >
          <p>Whether the native agenda is published is not known until then.</p>
        </ErrorPanel>
      )}
    </div>
  )
}
