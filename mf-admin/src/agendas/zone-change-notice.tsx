import { getZoneChange, settleZoneChange, type ZoneChange } from '@portal/contract/agendas'
import { clockText } from '@portal/domain/agenda-times'
import { counted } from '@portal/domain/counted'
import { dayText } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Clock } from 'lucide-react'
import { errorMessage } from '../shared/api-errors.ts'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { adminQuery, useChange } from '../shared/queries.ts'
import { useAct } from '../shared/use-act.ts'
import styles from './zone-change-notice.module.css'

const zoneChangeKey = ['admin', 'zone-change']

/** How many agendas are named. */
const named = 5

/** On the admin's start page after the foundation's time zone has changed, until an admin has decided about the agendas. */
export function ZoneChangeNotice() {
  const { call } = usePortal()
  const { data } = useQuery(adminQuery(call, getZoneChange, zoneChangeKey))
  return data?.change ? <Notice change={data.change} /> : null
}

type Change = NonNullable<ZoneChange['change']>
type Keep = 'clock' | 'moments'

function Notice({ change: { from, to, agendas } }: { change: Change }) {
  const settling = useAct(
    useChange((call, keep: Keep) => call(settleZoneChange, { body: { from, to, keep } }), {
      stale: 'everything',
      waits: true,
    }),
    {
      failure: (error) => errorMessage(error) ?? 'The choice could not be saved. Please try again.',
    },
  )
  const rest = agendas.length - named
  const canMove = agendas.some(({ kept }) => kept)
  return (
    <div className={styles.notice}>
      <Banner kind="warn" icon={<Clock />}>
        <p>
          <strong>
            The time zone was {from} and is {to} now.
          </strong>{' '}
          {counted(agendas.length, 'coming meeting')} kept the time on the agenda’s clock, which is
          another moment now. Events of the calendar kept their moments.
        </p>
        <ul>
          {agendas.slice(0, named).map(({ id, title, date, time, kept }) => (
            <li key={id}>
              {isolated(title)}, {dayText(date)}, {clockText(time)}
              {kept
                ? `; to keep the moment it would be ${kept.date === date ? '' : `${dayText(kept.date)}, `}${clockText(kept.time)}`
                : '; it can’t keep the moment, which is on another day or in another quarter'}
            </li>
          ))}
          {rest > 0 && <li>and {rest} more</li>}
        </ul>
        <RefusalBanner sentence={settling.refused} />
        <div className={styles.buttons}>
          <Button busy={settling.busy} onClick={() => void settling.act('clock')}>
            Keep local times
          </Button>
          {canMove && (
            <Button
              variant="quiet"
              disabled={settling.busy}
              onClick={() => void settling.act('moments')}
            >
              Keep the moments
            </Button>
          )}
        </div>
      </Banner>
    </div>
  )
}
