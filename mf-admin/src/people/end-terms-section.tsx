import type { DirectoryEntry } from '@portal/contract/directory'
import { todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { endedBy, officeNames, termDatesText } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../shared/api-errors.ts'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { EndingTerms } from './ending-section.tsx'
import { termsQuery, useEndTerms } from './leaving-queries.ts'
import { PersonSection } from './person-section.tsx'
import sections from '../shared/sections.module.css'
import styles from './person-screen.module.css'

/** The terms of somebody who has no account, and how they end when the person leaves. */
export function EndTermsSection({ entry: { id, name } }: { entry: DirectoryEntry }) {
  const { call, config, toast } = usePortal()
  const { data } = useQuery(termsQuery(call))
  const [isOpen, setOpen] = useState(false)
  const acting = useAct(useEndTerms(), {
    done() {
      setOpen(false)
      toast(`The terms of ${isolated(name)} have ended.`, { kind: 'good' })
    },
    failure: (error) => errorMessage(error) ?? 'This could not be done. Please try again.',
  })
  const today = todayIn(config.foundation.timeZone)
  const bodies = new Map(data?.bodies.map((body) => [body.id, body.name]))
  const own = (data?.terms ?? []).filter(({ person }) => person === id)
  const terms = endedBy(own, today).map((term) => ({
    ...term,
    body: bodies.get(term.body) ?? term.body,
  }))
  if (terms.length === 0 && !isOpen) return null
  return (
    <PersonSection title="When they leave">
      <ul className={styles.list}>
        {terms.map(({ body, office, ...dates }, index) => (
          <li key={index}>
            {officeNames[office]} of {body}, {termDatesText(dates, today)}
          </li>
        ))}
      </ul>
      <div className={sections.buttons}>
        <Button variant="danger" icon={<CalendarX />} onClick={() => setOpen(true)}>
          End their terms now<VisuallyHidden> for {name}</VisuallyHidden>
        </Button>
      </div>
      {isOpen && (
        <ActDialog
          of={acting}
          title={`End the terms of ${isolated(name)}?`}
          verb={`End the terms of ${isolated(name)}`}
          danger
          onConfirm={() => void acting.act(id)}
          onClose={() => setOpen(false)}
        >
          <ul className={styles.list} aria-label="What ends">
            <EndingTerms terms={terms} />
          </ul>
          <p>
            What they did stays in minutes, agendas and papers. An admin can undo it in the audit.
          </p>
        </ActDialog>
      )}
    </PersonSection>
  )
}
