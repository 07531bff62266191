import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** 0 to 1; without one nobody knows how long it takes. */
  value?: number | undefined
  /** The bar alone: its label is left to screen readers. */
  hideLabel?: boolean | undefined
}

export function ProgressBar({ label, value, hideLabel = false }: ProgressBarProps) {
  const percent =
    value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className={styles.progress}>
      {hideLabel ? null : (
        <div className={styles.words} aria-hidden="true">
          <span>{label}</span>
          {percent === undefined ? null : <span className={styles.percent}>{percent} %</span>}
        </div>
      )}
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div
          className={classNames(styles.bar, percent === undefined && styles.unknown)}
          style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
        />
      </div>
    </div>
  )
}
