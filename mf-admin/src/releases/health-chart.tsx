import styles from './health-chart.module.css'
import type { Span } from './health-spans.ts'

type HealthChartProps = {
  /** What it shows, for whoever doesn't see it. */
  label: string
  spans: Span[]
  /** The most sessions of a stretch, of every chart that stands beside this one. */
  most: number
}

/** How far a bar may reach, above the line and below it alike: a session is as long on both sides. */
const reach = 50
const least = 3
const width = 10
const gap = 2

/** Good sessions stand above the line and failed ones hang below it, so that nobody has to tell them by colour. */
export function HealthChart({ label, spans, most }: HealthChartProps) {
  const total = spans.length * width
  // One session among hundreds is still to be seen.
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
