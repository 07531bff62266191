import type { Quarter } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { CalendarPlus } from 'lucide-react'
import { useId } from 'react'
import { adminPaths } from '../admin-paths.ts'
import {
  PreparedNotice,
  PreparingFailure,
  PreparingExplanation,
  usePreparing,
} from '../quarters/preparing-quarter.tsx'
import styles from './prepare-quarter.module.css'

type PrepareQuarterProps = { now: Quarter; onPrepared: (next: Quarter) => void }

/** Sets up the next quarter's slots like this one's; lists what was created, and links there. */
export function PrepareQuarter({ now, onPrepared }: PrepareQuarterProps) {
  const preparing = usePreparing(now)
  const titleId = useId()
  const { next, to, made } = preparing
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.words}>
        <h2 id={titleId}>Prepare next quarter</h2>
        <PreparingExplanation preparing={preparing} />
      </div>
      <div className={styles.buttons}>
        <Button
          variant={made ? 'secondary' : 'primary'}
          icon={<CalendarPlus />}
          busy={preparing.busy}
          onClick={() => preparing.start(() => onPrepared(next))}
        >
          Prepare {to}
        </Button>
        <Link className={buttonStyle(made ? 'primary' : 'quiet')} to={adminPaths.mappings(next)}>
          Go to the mappings of {to}
        </Link>
      </div>
      <PreparedNotice preparing={preparing} />
      <PreparingFailure preparing={preparing} />
    </Card>
  )
}
