import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Book } from 'lucide-react'
import { useId } from 'react'
import styles from './board-book.module.css'
import { materialsOf } from './materials-of.ts'

const sentence = 'A board book belongs to the member who opens it, so this view shows none.'

/** In place of the board book's card, for an admin who views the portal as a member. */
export function MembersBookCard({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const { data: mappings = {} } = useQuery(quarterMappingsQuery(call, meeting))
  const heading = useId()
  if (materialsOf(mappings, meeting).length === 0) return null
  return (
    <section className={styles.place} aria-labelledby={heading} data-print="hide">
      <Card className={styles.card}>
        <div className={styles.head}>
          <Book aria-hidden className={styles.icon} />
          <div className={styles.words}>
            <h2 id={heading} className={styles.heading}>
              Board book
            </h2>
            <p className={styles.facts}>{sentence}</p>
          </div>
        </div>
      </Card>
    </section>
  )
}

/** The same in place of its pages. */
export function MembersBook() {
  return (
    <EmptyState title="No board book in this view" icon={<Book aria-hidden />}>
      <p>{sentence}</p>
    </EmptyState>
  )
}
