import { type ReleaseCohorts, releaseCohorts } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Pencil, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Banner } from '@portal/shared-ui/banner'
import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import styles from './cohorts.module.css'
import { cohortsQuery, releaseErrorMessage, useSaveCohorts } from './release-queries.ts'
import screen from './releases-screen.module.css'
import { releaseSentences, releaseMessageTime } from './releases-sentences.ts'
import { BothVersions } from '../shared/dialogs/both-versions.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { useRevisedSave, storedIn } from '../shared/use-act.ts'
import { useOtherAdmin } from '../shared/rights/admin-rights.ts'

/** Who runs a remote's candidates before everyone else. */
export function CohortsSection({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const cohorts = useQuery(cohortsQuery(call, remote))
  const [editing, setEditing] = useState<ReleaseCohorts>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>Who tries candidates first</h2>
        {cohorts.data && (
          <Button icon={<Pencil />} onClick={() => setEditing(cohorts.data)}>
            Edit cohorts
          </Button>
        )}
      </div>
      <QueryPanel query={cohorts} failure={releaseSentences.cohortsFailed}>
        {({ qa, team }) => (
          <dl className={styles.cohorts}>
            <Cohort title="QA cohort" emails={qa} />
            <Cohort title="The remote’s own team" emails={team} />
          </dl>
        )}
      </QueryPanel>
      {editing && (
        <CohortsDialog remote={remote} seen={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}

function Cohort({ title, emails }: { title: string; emails: string[] }) {
  return (
    <div className={styles.cohort}>
      <dt>{title}</dt>
      {emails.length === 0 ? (
        <dd className={screen.soft}>Nobody yet</dd>
      ) : (
        emails.map((email) => <dd key={email}>{email}</dd>)
      )}
    </div>
  )
}

type CohortsDialogProps = { remote: string; seen: ReleaseCohorts; onClose: () => void }

/**
 * Edits who runs a remote's candidates first; somebody else's save is shown before it is replaced.
 */
function CohortsDialog({ remote, seen, onClose }: CohortsDialogProps) {
  const { toast } = usePortal()
  const save = useRevisedSave(seen, useSaveCohorts(), {
    done: () => {
      toast(releaseSentences.cohortsSaved(remote), { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
    newerIn: (error) => storedIn(releaseCohorts, error),
  })
  const { known } = save
  const otherAdmin = useOtherAdmin()
  const [qa, setQa] = useState(seen.qa.join('\n'))
  const [team, setTeam] = useState(seen.team.join('\n'))
  const wanted = { qa: emailsIn(qa), team: emailsIn(team) }

  const submit = () => {
    const odd = firstInvalidEmail([...wanted.qa, ...wanted.team])
    if (odd !== undefined) return save.refuse(`“${odd}” is not an e-mail address.`)
    void save.act({ remote, ...wanted, revision: known.revision })
  }

  return (
    <FormDialog
      title={`Who tries candidates of ${remote} first`}
      verb="Save cohorts"
      unsaved={!isSame(wanted, seen)}
      busy={save.busy}
      refused={save.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.replaced && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          <p>
            <strong>{otherAdmin(save.replacedBy)} has saved these cohorts meanwhile.</strong>{' '}
            Nothing of yours is lost: take over what you want to keep of theirs, then save again.
          </p>
          <BothVersions
            rows={[
              row('QA cohort', known.qa, wanted.qa),
              row('The remote’s own team', known.team, wanted.team),
            ]}
          />
        </Banner>
      )}
      <TextAreaField
        label="QA cohort"
        value={qa}
        onChange={setQa}
        maxLength={50_000}
        rows={4}
        hint="They run a candidate from its first step on. One e-mail address per line."
      />
      <TextAreaField
        label="The remote’s own team"
        value={team}
        onChange={setTeam}
        maxLength={50_000}
        rows={4}
        hint="They run it from the second step on."
      />
    </FormDialog>
  )
}

type Emails = Pick<ReleaseCohorts, 'qa' | 'team'>

function isSame(a: Emails, b: Emails): boolean {
  const textOf = ({ qa, team }: Emails) => `${qa.toSorted().join()};${team.toSorted().join()}`
  return textOf(a) === textOf(b)
}

function row(field: string, theirs: string[], yours: string[]) {
  return { field, theirs: theirs.join(', '), yours: yours.join(', ') }
}

/** The distinct e-mail addresses in a text, in lower case. Commas, semicolons and white space separate them. */
export function emailsIn(text: string): string[] {
  const words = comparableEmail(text).split(/[\s,;]+/u)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** The first word that isn't a valid address; undefined if all are. */
export function firstInvalidEmail(emails: string[]): string | undefined {
  return emails.find((email) => !isEmailAddress(email))
}
