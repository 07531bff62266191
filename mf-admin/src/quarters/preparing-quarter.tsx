import { counted } from '@portal/domain/counted'
import { isApiError } from '@portal/remote-kit/client'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type Quarter, quarterAfter, quarterName } from '@portal/domain/quarter'
import { slotOf } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { slotName } from '@portal/domain/slot-names'
import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { errorMessage } from '../shared/api-errors.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import styles from './preparing-quarter.module.css'
import { prepareQuarter } from '@portal/contract/meetings'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { setShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { agendasKey, type Mappings, publicationKey } from '../shared/quarter-queries.ts'

import { useChange } from '../shared/queries.ts'

export type Preparing = ReturnType<typeof usePreparing>

/** Sets up the next quarter like today's, wherever the portal offers it. */
export function usePreparing(now: Quarter) {
  const prepare = usePrepareQuarter()
  const endRights = useEndRights()
  const next = quarterAfter(now)
  return {
    next,
    from: quarterName(now),
    to: quarterName(next),
    busy: prepare.isPending,
    made: prepare.data?.made,
    error: prepare.error,
    start: (onDone?: () => void) => {
      if (prepare.isPending) return
      prepare.mutate(next, {
        onSuccess: () => onDone?.(),
        onError: (error) => void endRights(error),
      })
    },
  }
}

/** What it does, before it is done. */
export function PreparingExplanation({ preparing: { from, to } }: { preparing: Preparing }) {
  return (
    <p>
      Sets the slots of {to} up as those of {from}: display names, card images, active flags and
      where the agenda comes from. Papers are never copied, and what is set up already stays.
    </p>
  )
}

/** What was created; its live region exists before there is a message. */
export function PreparedNotice({ preparing: { made, to } }: { preparing: Preparing }) {
  return (
    <div role="status" className={styles.outcome}>
      {made && (
        <Banner kind="good" icon={<CircleCheck />}>
          {made.length === 0 ? (
            <>
              Nothing had to be created: every slot that could be copied is set up in {to} already.
            </>
          ) : (
            <p>
              <strong>
                {to} is prepared: {counted(made.length, 'slot')} set up.
              </strong>{' '}
              {made.map((mapping) => isolated(titleOf(mapping))).join(', ')}. Their papers are still
              to be mapped.
            </p>
          )}
        </Banner>
      )}
    </div>
  )
}

/** Why nothing was created. */
export function PreparingFailure({ preparing: { error, to } }: { preparing: Preparing }) {
  if (!error) return null
  return (
    <Banner kind="bad" icon={<CircleAlert />} role="alert">
      <p>
        {to} could not be prepared. {errorMessage(error) ?? 'Please try again.'}
      </p>
      {isApiError(error) && error.requestId && (
        <p>
          Reference: <code>{error.requestId}</code>
        </p>
      )}
    </Banner>
  )
}

function titleOf({ id, title }: ResourceMapping): string {
  const slot = slotOf(id)
  return title || (slot ? slotName(slot) : id)
}

/** Copies the slots of the previous quarter; returns the created mappings. */
function usePrepareQuarter() {
  const client = useQueryClient()
  return useChange(
    (call, { year, quarter }: Quarter) => call(prepareQuarter, { params: { year, quarter } }),
    {
      onSuccess: ({ made }) => {
        const byId = Object.fromEntries(made.map((mapping) => [mapping.id, mapping]))
        setShared<Mappings>(client, mappingsKey, (all) => all && { ...all, ...byId })
      },
      staleShared: [mappingsKey],
      // A native slot creates a draft.
      stale: [publicationKey, agendasKey],
    },
  )
}
