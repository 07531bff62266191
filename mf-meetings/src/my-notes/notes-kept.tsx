import { heldNotesText, notesRuleText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { LockKeyhole } from 'lucide-react'
import styles from '../shared/notes-notices.module.css'

/** How long the foundation keeps notes, and which are on hold and why. Renders nothing while there is no rule. */
export function NotesKept() {
  const { call } = usePortal()
  const policy = useQuery(notesPolicyQuery(call))
  return (
    <QueryPanel query={policy} failure="Failed to load how long notes are kept" skeleton={null}>
      {({ days, holds }) =>
        (days !== undefined || holds.length > 0) && (
          <section className={styles.notice} aria-label="How long notes are kept">
            <Banner kind="plain" icon={<LockKeyhole aria-hidden />}>
              <p>{notesRuleText(days)}</p>
              {holds.length > 0 && (
                <>
                  <p>These are on legal hold and are not destroyed:</p>
                  <ul>
                    {holds.map(({ quarter, reason }) => (
                      <li key={`${heldNotesText(quarter)} ${reason}`}>
                        {heldNotesText(quarter)}: {isolated(reason)}
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </Banner>
          </section>
        )
      }
    </QueryPanel>
  )
}
