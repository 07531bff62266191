import type { ImportedOutcome } from '@portal/contract/directory'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Banner } from '@portal/shared-ui/banner'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { Table } from '@portal/shared-ui/table'
import { CircleAlert, CircleCheck, Copy, KeyRound, Mail } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../shared/api-errors.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import {
  LinkToHandOver,
  useInvitation,
  useInvitationByMail,
} from '../../shared/link-to-hand-over.tsx'
import { useAct } from '../../shared/use-act.ts'
import styles from './import-people.module.css'
import type { Outcomes } from './import-queries.ts'
import { countedLines, type ListedPerson } from './list-of-people.ts'
import { PersonLink } from '../../shared/person-link.tsx'

type ImportResultProps = { people: ListedPerson[]; outcomes: Outcomes; onAgain: () => void }

type Links = ReadonlyMap<string, string>

const columns = [
  { title: 'Line' },
  { title: 'Person' },
  { title: 'Result' },
  { title: 'Invitation' },
]

/** What became of each person, and the invitations to hand over. */
export function ImportResult({ people, outcomes, onAgain }: ImportResultProps) {
  const [links, setLinks] = useState<Links>(new Map())
  /** The accounts to whose owners a link was mailed: one that is shown doesn't work any more. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  const rows = people.flatMap((person) => {
    const outcome = outcomes.get(person.line)
    if (!outcome) return []
    const { texts, entry, line, term } = person
    const name = texts.name ?? entry?.name ?? ''
    return [{ line, name, email: texts.email ?? entry?.email ?? '', outcome, term }]
  })
  const refused = rows.filter(({ outcome }) => outcome.refusal !== undefined).length
  // A person may have several lines.
  const invited = new Map(
    rows.flatMap(({ name, email, outcome: { uid, mayBeInvited } }) =>
      uid !== undefined && mayBeInvited ? [[uid, { uid, name, email }]] : [],
    ),
  )
  return (
    <div className={styles.parts}>
      <h2 ref={heading} tabIndex={-1}>
        {countedLines(rows.filter(({ outcome }) => outcome.refusal === undefined))} imported
      </h2>
      {refused > 0 && (
        <Banner kind="warn" icon={<CircleAlert />} role="status">
          {counted(refused, 'line')} couldn’t be imported completely. Correct the list and import it
          again: nobody is added twice.
        </Banner>
      )}
      {invited.size > 0 && (
        <Invitations
          invited={[...invited.values()]}
          links={links}
          sent={sent}
          onLinks={setLinks}
          onSent={setSent}
        />
      )}
      <Table label="Imported people" columns={columns}>
        {rows.map(({ line, name, email, outcome }) => (
          <tr key={line}>
            <td data-label="Line">{line}</td>
            <th scope="row" className={styles.person}>
              {outcome.id === undefined ? name : <PersonLink entry={outcome.id}>{name}</PersonLink>}
              <span className={styles.soft}>{email || 'No e-mail'}</span>
            </th>
            <td data-label="Result">
              <Result outcome={outcome} />
            </td>
            <td data-label="Invitation">
              <InvitationOf
                name={name}
                link={links.get(outcome.uid ?? '')}
                isSent={sent.has(outcome.uid ?? '')}
                outcome={outcome}
                onSent={(uid) => setSent((before) => new Set([...before, uid]))}
              />
            </td>
          </tr>
        ))}
      </Table>
      <div className={styles.buttons}>
        <Link to={adminPaths.directory} className={buttonStyle('primary')}>
          Open the directory
        </Link>
        <Button onClick={onAgain}>Import another list</Button>
      </div>
    </div>
  )
}

const entryWords = {
  created: 'Added to the directory',
  saved: 'Entry changed',
  unchanged: 'Entry unchanged',
  refused: 'Not imported',
} as const satisfies Record<ImportedOutcome['entry'], string>

const accountWords = {
  created: 'Account created',
  linked: 'Has an account',
  none: 'No account',
  refused: 'No account',
} as const satisfies Record<ImportedOutcome['account'], string>

type Outcome = Outcomes extends ReadonlyMap<number, infer Each> ? Each : never

function Result({ outcome: { entry, account, term, refusal } }: { outcome: Outcome }) {
  return (
    <>
      <Badge kind={refusal === undefined ? 'good' : 'bad'}>{entryWords[entry]}</Badge>
      {entry !== 'refused' && <span className={styles.soft}>{accountWords[account]}</span>}
      {term !== undefined && (
        <span className={styles.soft}>{term === 'added' ? 'Term added' : 'Term not added'}</span>
      )}
      {refusal !== undefined && <span className={styles.soft}>{refusal}</span>}
    </>
  )
}

type InvitationOfProps = {
  name: string
  link: string | undefined
  isSent: boolean
  outcome: ImportedOutcome
  onSent: (uid: string) => void
}

function InvitationOf({ name, link, isSent, outcome, onSent }: InvitationOfProps) {
  const { uid, mayBeInvited } = outcome
  if (link !== undefined && uid !== undefined) {
    const label = `Invitation of ${isolated(name)}`
    return <LinkToHandOver label={label} link={link} uid={uid} onSent={() => onSent(uid)} />
  }
  if (isSent) return <span className={styles.soft}>On its way by mail</span>
  return <span className={styles.soft}>{mayBeInvited ? 'Not created yet' : 'Not needed'}</span>
}

type Invited = { uid: string; name: string; email: string }
type InvitationsProps = {
  invited: Invited[]
  links: Links
  sent: ReadonlySet<string>
  onLinks: (links: Links) => void
  onSent: (sent: ReadonlySet<string>) => void
}

/** Creates or mails the invitations that are missing, one after the other, and copies all that were created. */
function Invitations({ invited, links, sent, onLinks, onSent }: InvitationsProps) {
  const invitation = useInvitation()
  const [copied, setCopied] = useState<string>()
  const creation = useAct(
    {
      isPending: invitation.isPending,
      mutateAsync: async (missing: Invited[]) => {
        const found = new Map(links)
        for (const { uid } of missing) {
          const { link } = await invitation.mutateAsync(uid)
          if (link !== undefined) found.set(uid, link)
          onLinks(new Map(found))
        }
      },
    },
    {
      failure: (error) =>
        errorMessage(error) ?? 'The invitations could not be created. Please try again.',
    },
  )
  const mailing = useInvitationByMail()
  const sending = useAct(
    {
      isPending: mailing.isPending,
      mutateAsync: async (unsent: Invited[]) => {
        const [mailed, shown] = [new Set(sent), new Map(links)]
        for (const { uid } of unsent) {
          await mailing.mutateAsync(uid)
          mailed.add(uid)
          shown.delete(uid)
          onSent(new Set(mailed))
          onLinks(new Map(shown))
        }
      },
    },
    {
      failure: (error) =>
        errorMessage(error) ?? 'Not all invitations were sent. Please press again for the others.',
    },
  )
  const unsent = invited.filter(({ uid }) => !sent.has(uid))
  const missing = unsent.filter(({ uid }) => !links.has(uid))
  const copy = async () => {
    const lines = unsent.flatMap(({ uid, name, email }) => {
      const link = links.get(uid)
      return link === undefined ? [] : [[name, email, link].join('\t')]
    })
    const isCopied = await copyText(lines.join('\n'))
    setCopied(isCopied ? 'Copied.' : 'They could not be copied: copy each one from the list.')
  }
  return (
    <section className={styles.section} aria-labelledby="invitations">
      <h3 id="invitations">Invitations</h3>
      <p>
        {counted(invited.length, 'person', 'people')} can sign in once they have chosen a password.
        Hand each person their own link, or let the portal mail it. It works once.
      </p>
      <RefusalBanner sentence={creation.refused ?? sending.refused} />
      <div className={styles.buttons}>
        {missing.length > 0 && (
          <Button
            icon={<KeyRound />}
            busy={creation.busy}
            disabled={sending.busy}
            onClick={() => void creation.act(missing)}
          >
            Create {counted(missing.length, 'invitation')}
          </Button>
        )}
        {unsent.length > 0 && (
          <Button
            icon={<Mail />}
            busy={sending.busy}
            disabled={creation.busy}
            onClick={() => void sending.act(unsent)}
          >
            Send {counted(unsent.length, 'invitation')} by mail
          </Button>
        )}
        {unsent.some(({ uid }) => links.has(uid)) && (
          <Button icon={<Copy />} onClick={() => void copy()}>
            Copy all
          </Button>
        )}
        {missing.length === 0 && (
          <Badge kind="good" icon={<CircleCheck />}>
            {unsent.length === 0 ? 'On their way' : 'Created'}
          </Badge>
        )}
        <span role="status">{sent.size > 0 ? `${sent.size} sent by mail.` : ''}</span>
        <span role="status">{copied}</span>
      </div>
    </section>
  )
}
