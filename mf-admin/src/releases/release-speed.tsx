import type { ComparedSpeed, ReleaseSpeed } from '@portal/contract/release-health'
import { type VitalMetric, vitalText } from '@portal/contract/vitals'
import styles from './release-speed.module.css'
import { speedInWords } from './speed-words.ts'

const metricWords: Record<VitalMetric, string> = {
  lcp: 'A page takes',
  inp: 'An input takes',
  frame: 'The page stops for',
  cls: 'Content moves by',
}

/** The candidate’s speed compared with the stable release’s, in a sentence. */
export function SpeedVerdict({ speed }: { speed: ComparedSpeed }) {
  return (
    <p>
      <strong>Speed:</strong> {speedInWords(speed)}
    </p>
  )
}

/** How fast a release was in people’s browsers; nothing if none has measured it. */
export function ReleaseSpeeds({ speed = [] }: { speed: ReleaseSpeed[] | undefined }) {
  if (speed.length === 0) return null
  return (
    <div>
      <p className={styles.soft}>In three of four pages at most:</p>
      <dl className={styles.metrics}>
        {speed.map(({ metric, p75 }) => (
          <div key={metric} className={styles.metric}>
            <dt>{metricWords[metric]}</dt>
            <dd className={styles.value}>{vitalText(metric, p75)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
