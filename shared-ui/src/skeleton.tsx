import { useId, useLayoutEffect, useRef } from 'react'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** How many lines of text it stands for. */
  lines?: number | undefined
  /** One block of this CSS height instead of lines. */
  height?: string | undefined
  label?: string | undefined
}

/** So that fast answers never flash, in ms; as in the style sheet. */
export const skeletonDelay = 300

/** Whether a skeleton that could be seen leaves the page with the very change that brings others. */
let handsOver = false

/** One that follows at once is seen at once: what is waited for has only changed its place. */
export function handOverSkeleton(): void {
  handsOver = true
  queueMicrotask(() => {
    handsOver = false
  })
}

/**
 * Keeps the place of what is on its way; seen only after 300 ms, so that fast answers never flash. Where it takes over
 * from another one that could be seen, it is seen at once.
 */
export function Skeleton({ lines = 3, height, label = 'Loading…' }: SkeletonProps) {
  const id = useId()
  const place = useRef<HTMLOutputElement>(null)
  // React takes out the old before it runs this for the new, within one task.
  useLayoutEffect(() => {
    const began = performance.now()
    const continues = handsOver
    if (continues && place.current) place.current.dataset['continues'] = ''
    return () => {
      if (continues || performance.now() - began >= skeletonDelay) handOverSkeleton()
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
