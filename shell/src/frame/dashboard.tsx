import { greeting } from '@portal/contract/greeting'
import { usePortal } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { useState } from 'react'
import { slotParts, stoppedIn } from '../composition.ts'
import { useHost } from '../host.ts'
import { RemotePart } from '../remote-part.tsx'
import { StoppedPart } from '../stopped-part.tsx'
import styles from './dashboard.module.css'

/** A greeting, and what remotes put here. Each part loads and fails alone. */
export function Dashboard() {
  const { person } = usePortal()
  const { composition } = useHost()
  const [now] = useState(() => new Date())
  return (
    <>
      <PageHeader title={greeting(now.getHours(), person.displayName)} />
      <div className={styles.parts}>
        {slotParts(composition, 'dashboard').map((part) => (
          <RemotePart key={`${part.remote} ${part.component}`} part={part} />
        ))}
        {stoppedIn(composition, 'dashboard').map((remote) => (
          <StoppedPart key={remote.name} remote={remote} />
        ))}
      </div>
    </>
  )
}
