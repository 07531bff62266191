import { Button } from '../button.tsx'
import { useBackOnline } from '../use-online.ts'
import styles from './print-bar.module.css'

/** Shown over an open document when some of its pages can't be loaded. */
export function TroubleBar({ onRetry }: { onRetry: () => void }) {
  useBackOnline(onRetry)
  return (
    <div className={styles.bar} role="alert">
      <p>Some pages could not be loaded. Please check your connection and try again.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
