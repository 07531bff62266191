import { comparableEmail } from '@portal/domain/email-address'
import type { PersonComposition } from '@portal/contract/compositions'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { ExternalLink, Search } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import styles from './composition-lookup.module.css'
import { compositionsQuery } from './release-queries.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { useReleasesPlace } from './use-releases-place.ts'

/**
 * Shows which releases a person runs, with a link to see the portal as they do; or by the id in an
 * error report.
 */
export function CompositionLookup() {
  const { call } = usePortal()
  const titleId = useId()
  const { email, setEmail } = useReleasesPlace()
  const people = useQuery(compositionsQuery(call, email))
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <h2 id={titleId}>What somebody runs</h2>
      <p className={screen.note}>
        Which release of each part they are sent at their next load. Every error report in the log
        names its composition: it can be replayed by its id.
      </p>
      <LookupForm
        label="E-mail address"
        type="email"
        verb="Look up"
        initial={email}
        onAsk={(text) => setEmail(comparableEmail(text))}
      />
      {email !== '' && (
        <QueryPanel query={people} failure={releaseSentences.compositionsFailed}>
          {(loaded) => <People email={email} people={loaded} />}
        </QueryPanel>
      )}
      <ReplayForm />
    </section>
  )
}

function People({ email, people }: { email: string; people: PersonComposition[] }) {
  if (people.length === 0) {
    return <p role="status">Nobody has an account with the e-mail address {email}.</p>
  }
  return (
    <ul className={styles.people}>
      {people.map(({ uid, displayName, composition, remotes }) => (
        <li key={uid} className={styles.person}>
          <p className={screen.name}>{displayName ?? email}</p>
          <dl className={styles.runs}>
            {remotes.map(({ name, releases }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{releases[0]}</dd>
              </div>
            ))}
          </dl>
          {remotes.length === 0 && <p>They are sent no release of any part.</p>}
          <p>
            <a
              className={buttonStyle()}
              href={replayAddress(composition)}
              target="_blank"
              rel="noreferrer"
            >
              <ExternalLink /> Replay this composition in a new tab
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}

function ReplayForm() {
  return (
    <LookupForm
      label="Composition id"
      verb="Replay in a new tab"
      initial=""
      onAsk={(id) => window.open(replayAddress(id), '_blank', 'noreferrer')}
    />
  )
}

type LookupFormProps = {
  label: string
  type?: 'email' | 'text'
  verb: string
  initial: string
  onAsk: (text: string) => void
}

function LookupForm({ label, type = 'text', verb, initial, onAsk }: LookupFormProps) {
  const [text, setText] = useState(initial)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAsk(text.trim())
  }
  return (
    <form className={screen.form} onSubmit={submit} noValidate>
      <TextField
        label={label}
        type={type}
        value={text}
        onChange={setText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" icon={type === 'email' ? <Search /> : <ExternalLink />}>
        {verb}
      </Button>
    </form>
  )
}

/** The portal's own start, in a tab that runs this composition. */
function replayAddress(id: string): string {
  return `/?composition=${encodeURIComponent(id)}`
}
