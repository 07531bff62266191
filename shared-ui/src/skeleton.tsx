import { useId, useLayoutEffect, useRef } from 'react'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** How many lines of text it represents. */
  lines?: number | undefined
  /** Shows one block of this CSS height instead of lines. */
  height?: string | undefined
  label?: string | undefined
}

/** Delay before it becomes visible, in ms, so that fast responses don't flash; the same as in the style sheet. */
export const skeletonDelay = 300

/** Whether a visible skeleton is being removed in the current commit. */
let isContinued = false

/** Lets a skeleton that appears in the same commit be visible at once, since the wait continues. */
export function continueSkeleton(): void {
  isContinued = true
  queueMicrotask(() => {
    isContinued = false
  })
}

/**
 * A placeholder for loading content. It only becomes visible after 300 ms, so that fast responses don't flash; if it
 * replaces another visible skeleton, it is visible at once.
 */
export function Skeleton({ lines = 3, height, label = 'Loading…' }: SkeletonProps) {
  const id = useId()
  const place = useRef<HTMLOutputElement>(null)
  // React removes the old skeleton before it runs this for the new one, within one task.
  useLayoutEffect(() => {
    const began = performance.now()
    const continues = isContinued
    if (continues && place.current) place.current.dataset['continues'] = ''
    return () => {
      if (continues || performance.now() - began >= skeletonDelay) continueSkeleton()
    }
  }, [])
  return (
    <output ref={place} className={styles.skeleton} aria-busy="true">
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
