import { Link, useLocation } from '@portal/remote-kit/router'
import type { ComponentProps } from 'react'
import { PaperKindIcon } from '@portal/shared-ui/paper-picture'
import type { Material } from '../shared/materials-of.ts'
import styles from './rows.module.css'
import type { ShownContent } from './shown-content.ts'

type MeetingLinkProps = Omit<ComponentProps<typeof Link>, 'replace' | 'state'>

/** A link within the meeting. It replaces the history entry, so Back leads to where the meeting was opened. */
export function MeetingLink(props: MeetingLinkProps) {
  const { state } = useLocation() as { state: unknown }
  return <Link {...props} replace state={state} />
}

type PaperLinksProps = {
  papers: readonly Material[]
  shown: ShownContent | undefined
  address: (type: string) => string
}

/** Opens one of the meeting's papers in the meeting. */
export function PaperLinks({ papers, shown, address }: PaperLinksProps) {
  return (
    <ul className={styles.rows}>
      {papers.map(({ type, name, kind }) => (
        <li key={type}>
          <MeetingLink
            to={address(type)}
            className={styles.row}
            aria-current={type === shown ? 'true' : undefined}
          >
            <PaperKindIcon kind={kind} />
            <span>{name}</span>
          </MeetingLink>
        </li>
      ))}
    </ul>
  )
}
