import { slotParts, stoppedIn } from '@portal/contract/frame'
import { greeting } from '@portal/contract/greeting'
import { usePortal } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { useEffect, useState } from 'react'
import { useHost } from '../host.ts'
import { RemotePart } from '../remote-part.tsx'
import { StoppedPart } from '../stopped-part.tsx'
import styles from './dashboard.module.css'
import { partWidths } from './part-widths.ts'
import { usePartsInOrder } from './parts-in-order.ts'
import { servedGreeting } from './served-greeting.ts'

/** A greeting, and the remotes' parts. Each part loads and fails on its own. */
export function Dashboard() {
  const { person, config } = usePortal()
  const { composition } = useHost()
  const [title] = useState(
    () =>
      servedGreeting.get() ?? greeting(new Date(), config.foundation.timeZone, person.displayName),
  )
  useEffect(() => servedGreeting.forget, [])
  const parts = slotParts(composition, 'dashboard')
  const { isShown, onSettled } = usePartsInOrder(parts.length)
  const widths = partWidths(parts)
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.place}>
        <div className={styles.parts}>
          {parts.map((part, index) => (
            <div
              key={`${part.remote} ${part.component}`}
              className={widths[index] === 'half' ? styles.half : undefined}
              hidden={!isShown(index)}
            >
              <RemotePart part={part} onSettled={() => onSettled(index)} />
            </div>
          ))}
          {stoppedIn(composition, 'dashboard').map((remote) => (
            <StoppedPart key={remote.name} remote={remote} />
          ))}
        </div>
      </div>
    </>
  )
}
