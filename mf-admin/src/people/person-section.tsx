import type { PersonOverview } from '@portal/contract/users'
import { Card } from '@portal/shared-ui/card'
import { type ReactNode, useId } from 'react'
import sections from '../shared/sections.module.css'

/** A part of a person's page. */
export function PersonSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" className={sections.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

export function nameOf({ entry, account }: PersonOverview): string {
  return entry?.name ?? (account?.user.displayName || account?.user.email) ?? 'Person'
}
