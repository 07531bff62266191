import { useLocation } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './forwarded-message.module.css'

/** The success message of the page that led here; shown for 5 s. */
export function ForwardedMessage() {
  const { state, key } = useLocation()
  const [gone, setGone] = useState<string>()
  const message = messageOf(state)
  const shown = gone === key ? undefined : message
  useEffect(() => {
    if (!message) return
    // A reload of the page doesn't show it again.
    history.replaceState({ ...history.state, usr: null }, '')
    const timer = setTimeout(() => setGone(key), 5000)
    return () => clearTimeout(timer)
  }, [message, key])
  return (
    <div role="status" className={styles.message}>
      {shown && (
        <Banner kind="good" icon={<CircleCheck />}>
          {shown}
        </Banner>
      )}
    </div>
  )
}

function messageOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('message' in state)) return undefined
  return typeof state.message === 'string' ? state.message : undefined
}
