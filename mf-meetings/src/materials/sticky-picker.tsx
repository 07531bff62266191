import { narrowerThan, useWidth } from '@portal/shared-ui/use-width'
import { type ReactNode, useRef } from 'react'
import styles from './materials-screen.module.css'

/** With large text the pickers take several lines, and the papers need the space more. */
const isTight = narrowerThan(15)

/** On a phone the pickers stay visible above the papers. */
export function StickyPicker({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const tight = useWidth(place, isTight)
  return (
    <div ref={place} className={tight ? styles.onTop : styles.sticky}>
      {children}
    </div>
  )
}
