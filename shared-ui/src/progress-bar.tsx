import styles from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** 0 to 1; undefined if the progress is unknown. */
  value?: number | undefined
  /** Shows only the bar; the label is for screen readers. */
  hideLabel?: boolean | undefined
}

export function ProgressBar({ label, value, hideLabel = false }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      {hideLabel ? null : (
        <div className={styles.words} aria-hidden="true">
          <span>{label}</span>
          {value === undefined ? null : (
            <span className={styles.percent}>{Math.round(value * 100)} %</span>
          )}
        </div>
      )}
      <progress className={styles.bar} aria-label={label} value={value} max={1} />
    </div>
  )
}
