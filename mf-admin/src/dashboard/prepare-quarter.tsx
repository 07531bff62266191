import { isApiError } from '@portal/contract/client'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type Quarter, quarterAfter } from '@portal/contract/quarter'
import { slotName, slotOf } from '@portal/contract/slots'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CalendarPlus, CircleAlert, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useRightsEnd } from '../admin-queries.ts'
import { quarterName } from '../agenda-sentences.ts'
import { usePrepareQuarter } from '../mapping-queries.ts'
import { mappingsPath } from '../meeting-slots.ts'
import styles from './prepare-quarter.module.css'

/** Sets the next quarter's slots up as this one's; tells what was made, and leads there. */
export function PrepareQuarter({ now }: { now: Quarter }) {
  const prepare = usePrepareQuarter()
  const endRights = useRightsEnd()
  const titleId = useId()
  const next = quarterAfter(now)
  const [from, to] = [quarterName(now), quarterName(next)]

  const press = () => {
    if (prepare.isPending) return
    prepare.mutate(next, { onError: (error) => void endRights(error) })
  }

  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.words}>
        <h2 id={titleId}>Prepare next quarter</h2>
        <p>
          Sets the slots of {to} up as those of {from}: display names, card images, active flags and
          where the agenda comes from. Papers are never copied, and what is set up already stays.
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          variant={prepare.data ? 'secondary' : 'primary'}
          icon={<CalendarPlus />}
          busy={prepare.isPending}
          onClick={press}
        >
          Prepare {to}
        </Button>
        <Link className={buttonStyle(prepare.data ? 'primary' : 'quiet')} to={mappingsPath(next)}>
          Go to the mappings of {to}
        </Link>
      </div>
      <div role="status" className={styles.outcome}>
        {prepare.data && <Made made={prepare.data.made} to={to} />}
      </div>
      {prepare.error && (
        <Banner kind="bad" icon={<CircleAlert />} role="alert">
          <p>
            {to} could not be prepared. {prepare.error.message}
          </p>
          {isApiError(prepare.error) && prepare.error.requestId && (
            <p>
              Reference: <code>{prepare.error.requestId}</code>
            </p>
          )}
        </Banner>
      )}
    </Card>
  )
}

function Made({ made, to }: { made: ResourceMapping[]; to: string }) {
  if (made.length === 0) {
    return (
      <Banner kind="good" icon={<CircleCheck />}>
        Nothing had to be made: every slot that could be copied is set up in {to} already.
      </Banner>
    )
  }
  return (
    <Banner kind="good" icon={<CircleCheck />}>
      <p>
        <strong>
          {to} is prepared: {made.length === 1 ? '1 slot' : `${made.length} slots`} set up.
        </strong>{' '}
        {made.map(titleOf).join(', ')}. Their papers are still to be mapped.
      </p>
    </Banner>
  )
}

function titleOf({ id, title }: ResourceMapping): string {
  const slot = slotOf(id)
  return title || (slot ? slotName(slot) : id)
}
