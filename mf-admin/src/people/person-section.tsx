import { Card } from '@portal/shared-ui/card'
import { type ReactNode, useId } from 'react'
import styles from './person-screen.module.css'

/** A part of a person's page. */
export function PersonSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}
