import type { ReactNode } from 'react'
import styles from '../../stories/stage.module.css'
import { ScrollArea } from './scroll-area.tsx'

export function Short() {
  return (
    <Framed>
      <p>Fits, so it is no stop for the Tab key.</p>
    </Framed>
  )
}

export function LongText() {
  return (
    <Framed>
      {Array.from({ length: 20 }, (_, index) => `Item ${index + 1} of the agenda`).map((item) => (
        <p key={item}>{item}</p>
      ))}
    </Framed>
  )
}

function Framed({ children }: { children: ReactNode }) {
  return <ScrollArea className={styles.scrolled ?? ''}>{children}</ScrollArea>
}
