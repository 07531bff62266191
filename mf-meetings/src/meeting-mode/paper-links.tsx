import type { MaterialType } from '@portal/domain/slot-names'
import { PaperKindIcon } from '@portal/shared-ui/paper-picture'
import type { Material } from '../shared/materials-of.ts'
import { MeetingLink } from './meeting-link.tsx'
import styles from './rows.module.css'
import type { ShownContent } from './shown-content.ts'

type PaperLinksProps = {
  papers: readonly Material[]
  shown: ShownContent | undefined
  address: (type: MaterialType) => string
}

/** Opens one of the quarter's papers in the meeting. */
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
