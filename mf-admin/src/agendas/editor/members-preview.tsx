import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaOutline } from '@portal/shared-ui/agenda-outline'
import { memo, useDeferredValue } from 'react'
import { type AgendaDraft, plannedAgenda } from '../draft/agenda-draft.ts'
import { usePreviewedPapers } from '../previewed-papers.tsx'
import styles from './members-preview.module.css'

type MembersPreviewProps = {
  draft: AgendaDraft
  /** Undefined while the meeting's date names none. */
  quarter: Quarter | undefined
}

/** What members will see of the draft, by the components of their own page. */
export function MembersPreview({ draft, quarter }: MembersPreviewProps) {
  // Typing comes first.
  return <Preview draft={useDeferredValue(draft)} quarter={quarter} />
}

const Preview = memo(function Preview({ draft, quarter }: MembersPreviewProps) {
  const { timeZone } = usePortal().config.foundation
  const agenda = { ...draft, ...plannedAgenda(draft) }
  const papers = usePreviewedPapers(agenda.items, quarter)
  return (
    <section className={styles.preview} aria-labelledby="members-preview">
      <h2 id="members-preview" className={styles.title}>
        What members will see
      </h2>
      <p className={styles.name}>{draft.title.trim() || 'Board Meeting Agenda'}</p>
      <p className={styles.head}>
        <AgendaHead agenda={agenda} timeZone={timeZone} />
      </p>
      {draft.description.trim() && <p className={styles.description}>{draft.description}</p>}
      {agenda.items.length > 0 ? (
        <AgendaOutline agenda={agenda} papers={papers} />
      ) : (
        <p className={styles.none}>There are no items yet.</p>
      )}
    </section>
  )
})
