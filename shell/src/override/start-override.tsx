import { startOverride } from '@portal/contract/overrides'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import styles from './override-notice.module.css'

type StartOverrideProps = {
  wanted: { remote: string; release: string }[]
  onNotNow: () => void
}

/** An admin must confirm: opening an address that somebody sent runs nothing. */
export function StartOverride({ wanted, onNotNow }: StartOverrideProps) {
  const { call } = usePortal()
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })
  const names = wanted.map(({ remote, release }) => `${remote} ${release}`).join(' and ')
  const start = async () => {
    setState({ busy: true })
    try {
      for (const body of wanted) await call(startOverride, { body })
      location.reload()
    } catch (error) {
      setState({ busy: false, failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <Banner
      kind="warn"
      icon={<FlaskConical aria-hidden="true" />}
      role="status"
      action={
        <div className={styles.actions}>
          <Button variant="primary" busy={state.busy} onClick={() => void start()}>
            Run for an hour
          </Button>
          <Button onClick={onNotNow}>Not now</Button>
        </div>
      }
    >
      <p className={styles.said}>Run {names} in this tab instead of the usual version?</p>
      {state.failure !== undefined && (
        <p className={styles.said} role="alert">
          {state.failure}
        </p>
      )}
    </Banner>
  )
}
