import { Link } from '@portal/remote-kit/router'
import type { ReactNode } from 'react'
import { adminPaths } from '../admin-paths.ts'
import styles from './person-link.module.css'

type PersonLinkProps = { children: ReactNode } & (
  | { entry: string; account?: never }
  | { account: string; entry?: never }
)

/** Leads to the page of a person, by the id of their directory entry or the uid of their account. */
export function PersonLink({ entry, account, children }: PersonLinkProps) {
  const to = entry === undefined ? adminPaths.personWithAccount(account) : adminPaths.person(entry)
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  )
}
