import { Button } from '../button.tsx'
import styles from './print-bar.module.css'

/** Shown over a document that is open when more of it can't be had. */
export function TroubleBar({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.bar} role="alert">
      <p>Some pages could not be loaded. Please check your connection and try again.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
