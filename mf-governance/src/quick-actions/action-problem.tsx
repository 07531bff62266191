import { isApiError } from '@portal/contract/client'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { CircleAlert } from 'lucide-react'
import { governanceSentences } from '../shared/sentences.ts'
import type { QuickAction } from './actions.ts'
import styles from './quick-actions.module.css'

type ActionProblemProps = { action: QuickAction; mappings: UseQueryResult }

/** Why a pressed card opened nothing; empty while that isn't known yet. */
export function ActionProblem({ action, mappings }: ActionProblemProps) {
  if (mappings.data === undefined && !mappings.error) return null
  return (
    <div className={styles.problem}>
      {mappings.data === undefined ? (
        <ErrorPanel
          sentence={governanceSentences.failed}
          requestId={isApiError(mappings.error) ? mappings.error.requestId : undefined}
          busy={mappings.isFetching}
          onRetry={() => void mappings.refetch()}
        />
      ) : (
        <Banner kind="warn" role="alert" icon={<CircleAlert aria-hidden />}>
          {governanceSentences.documentUnavailable(action.name)}
        </Banner>
      )}
    </div>
  )
}
