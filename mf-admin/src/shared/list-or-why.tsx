import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

export type ListOrWhyProps = {
  /** The number of entries that match the search, and of all entries. */
  found: number
  total: number
  /** Shown while the list has no entries. */
  empty: { title: string; icon: ReactNode; why: string }
  /** Shown if no entry matches the search. */
  nothing: string
  children: ReactNode
}

/** A list that can be searched, or why it is empty. */
export function ListOrWhy({ found, total, empty, nothing, children }: ListOrWhyProps) {
  if (found > 0) return children
  const { title, icon, why } =
    total === 0 ? empty : { title: 'No results found', icon: <SearchX />, why: nothing }
  return (
    <Card>
      <EmptyState title={title} icon={icon}>
        {why}
      </EmptyState>
    </Card>
  )
}
