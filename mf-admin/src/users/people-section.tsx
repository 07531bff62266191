import { counted } from '@portal/domain/counted'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { UsersRound } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { ListOrWhy } from '../shared/list-or-why.tsx'
import styles from './users-screen.module.css'

type PeopleSectionProps = {
  title: string
  /** The number of people who match the search, and the total. */
  shown: number
  total: number
  /** Receives the focus when the focused element is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  action: ReactNode
  note?: ReactNode
  /** Above the table, for as long as it matters. */
  notice?: ReactNode
  /** Where the search finds people if it finds none here. */
  elsewhere: string | undefined
  /** Why the list is empty, and who can change that. */
  empty: { title: string; why: string }
  table: ReactNode
  /** Dialogs, which don't depend on anybody being in the table. */
  children: ReactNode
}

/** One of the two lists: its heading, its action, and the table or the reason why there is none. */
export function PeopleSection(props: PeopleSectionProps) {
  const { title, shown, total, heading, action, note, notice, empty, elsewhere, table } = props
  const id = useId()
  const count = shown === total ? String(total) : `${shown} of ${total}`
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {title} <span className={styles.count}>{count}</span>
        </h2>
        {action}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {notice && <div className={styles.notice}>{notice}</div>}
      <VisuallyHidden>
        <span role="status">{counted(shown, 'user')}</span>
      </VisuallyHidden>
      {shown === 0 && total > 0 && elsewhere !== undefined ? (
        <p className={styles.note}>{elsewhere}</p>
      ) : (
        <ListOrWhy
          found={shown}
          total={total}
          empty={{ ...empty, icon: <UsersRound /> }}
          nothing="No name or e-mail in this table matches. Try fewer letters."
        >
          {table}
        </ListOrWhy>
      )}
      {props.children}
    </section>
  )
}
