import type { Carried } from '@portal/contract/leaving'
import { comparableEmail } from '@portal/domain/email-address'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { SelectField } from '@portal/shared-ui/field'
import { UserCog } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../shared/api-errors.ts'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { designatedAdminsQuery, useNameOf } from '../shared/rights/admin-rights.ts'
import { useAct } from '../shared/use-act.ts'
import { carriedInWords, hasOwner, useHandOver } from './leaving-queries.ts'
import { PersonSection } from './person-section.tsx'
import styles from './person-screen.module.css'

type Leaver = { uid: string; email: string; name: string }

/** What carries the person's name, and another admin who takes it over. */
export function CarriedSection({ carried, leaver }: { carried: Carried[]; leaver: Leaver }) {
  const { timeZone } = usePortal().config.foundation
  const [isOpen, setIsOpen] = useState(false)
  const owned = carried.filter(hasOwner)
  return (
    <PersonSection title="1. What carries their name">
      {carried.length === 0 ? (
        <p>Nothing: no release token, legal hold, preview or upload is theirs.</p>
      ) : (
        <ul className={styles.acts} aria-label="What carries their name">
          {carried.map((each) => {
            const { title, next, path } = carriedInWords(each, timeZone)
            return (
              <li key={`${each.kind} ${each.remote} ${each.name} ${each.since}`}>
                <strong>{path === undefined ? title : <Link to={path}>{title}</Link>}</strong>
                <p>{next}</p>
              </li>
            )
          })}
        </ul>
      )}
      {owned.length > 0 && (
        <>
          <p>
            Another admin can answer for the tokens, pipelines and holds. It stays recorded who made
            them.
          </p>
          <div>
            <Button icon={<UserCog />} onClick={() => setIsOpen(true)}>
              Hand over to another admin
            </Button>
          </div>
        </>
      )}
      {isOpen && (
        <HandOverDialog count={owned.length} leaver={leaver} onClose={() => setIsOpen(false)} />
      )}
    </PersonSection>
  )
}

type HandOverDialogProps = { count: number; leaver: Leaver; onClose: () => void }

function HandOverDialog({ count, leaver, onClose }: HandOverDialogProps) {
  const { call, person, toast } = usePortal()
  const nameOf = useNameOf()
  const { data: admins = [] } = useQuery(designatedAdminsQuery(call))
  const others = admins.filter((email) => email !== comparableEmail(leaver.email))
  const own = comparableEmail(person.email)
  const [chosen, setChosen] = useState<string>()
  const to = chosen ?? (others.includes(own) ? own : (others[0] ?? ''))
  const handingOver = useAct(useHandOver(leaver.uid), {
    done: () => {
      toast(`Handed over to ${isolated(nameOf(to))}.`, { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'Failed to hand it over. Please try again.',
  })
  return (
    <FormDialog
      title={`Hand over from ${isolated(leaver.name)}`}
      verb="Hand over"
      unsaved={false}
      busy={handingOver.busy}
      disabled={to === ''}
      refused={handingOver.refused}
      onSubmit={() => void handingOver.act(to)}
      onClose={onClose}
    >
      <p>
        {count === 1
          ? 'One thing gets another owner. It keeps working.'
          : `${count} things get another owner. They keep working.`}
      </p>
      <SelectField
        label="To"
        value={to}
        onChange={setChosen}
        options={others.map((email) => ({
          value: email,
          label: nameOf(email) === email ? email : `${nameOf(email)} (${email})`,
        }))}
      />
    </FormDialog>
  )
}
