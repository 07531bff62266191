import styles from './health-chart.module.css'
import type { Span } from './health-spans.ts'

type HealthChartProps = {
  /** A description for screen readers. */
  label: string
  spans: Span[]
  /** The highest number of sessions in a span, of all charts shown together. */
  most: number
}

/** The maximum length of a bar, the same above and below the line, so that a session has one length on both sides. */
const reach = 50
const least = 3
const width = 10
const gap = 2

/** Good sessions are above the line and failed ones below it, so that colour isn't needed. */
export function HealthChart({ label, spans, most }: HealthChartProps) {
  const total = spans.length * width
  // One session among hundreds stays visible.
  const height = (count: number) => (count === 0 ? 0 : Math.max(least, (count / most) * reach))
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${total} ${2 * reach}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {spans.map(({ from, good, failed }, n) => (
        <g key={from}>
          <rect
            className={styles.good}
            x={n * width + gap / 2}
            y={reach - height(good)}
            width={width - gap}
            height={height(good)}
          />
          <rect
            className={styles.failed}
            x={n * width + gap / 2}
            y={reach}
            width={width - gap}
            height={height(failed)}
          />
        </g>
      ))}
      <line className={styles.line} x1="0" x2={total} y1={reach} y2={reach} />
    </svg>
  )
}
