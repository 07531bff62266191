import { Button } from '../button.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import styles from './print-bar.module.css'
import type { Printing } from './use-print.ts'

/** Shows how many pages have been prepared for printing. */
export function PrintBar({ printing }: { printing: Printing }) {
  const { state, start, cancel } = printing
  if (state.phase === 'idle') return null
  if (state.phase !== 'failed') {
    const { label, value } = progressOf(state)
    return (
      <div className={styles.bar}>
        <div className={styles.progress}>
          <ProgressBar label={label} value={value} />
        </div>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    )
  }
  return (
    <div className={styles.bar} role="alert">
      <p>The pages could not be prepared for printing.</p>
      <Button onClick={start}>Try Again</Button>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  )
}

type Progress = Extract<Printing['state'], { phase: 'opening' | 'drawing' }>

function progressOf(state: Progress): { label: string; value?: number } {
  if (state.phase === 'opening') return { label: 'Preparing the paper' }
  const { done, total } = state
  return { label: `Preparing page ${done + 1} of ${total}`, value: done / total }
}
