import { useId } from 'react'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** How many lines of text it stands for. */
  lines?: number | undefined
  /** One block of this CSS height instead of lines. */
  height?: string | undefined
  label?: string | undefined
}

/** Keeps the place of what is on its way; seen only after 300 ms, so that fast answers never flash. */
export function Skeleton({ lines = 3, height, label = 'Loading…' }: SkeletonProps) {
  const id = useId()
  return (
    <output className={styles.skeleton} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => (
          <span key={`${id}${line}`} className={styles.line} aria-hidden="true" />
        ))
      ) : (
        <span className={styles.block} style={{ blockSize: height }} aria-hidden="true" />
      )}
    </output>
  )
}
