import { counted } from '@portal/domain/counted'
import { comparableEmail, isEmailOfDomain } from '@portal/domain/email-address'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { Dialog } from '@portal/shared-ui/dialog'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Switch } from '@portal/shared-ui/switch'
import { CircleAlert, CircleCheck, Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api-errors.ts'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { LinkToHandOver } from '../../shared/link-to-hand-over.tsx'
import { useAct } from '../../shared/use-act.ts'
import styles from './invite-dialog.module.css'
import {
  type InvitationOutcome,
  type InvitationOutcomes,
  type InvitedPerson,
  useInvite,
} from './invite-queries.ts'

type Invitable = { name: string; email?: string | undefined; uid?: string | undefined }

type InviteDialogProps = {
  people: Invitable[]
  /** With whether everybody has been invited. */
  onClose: (isDone: boolean) => void
}

/** Lets people sign in without anybody choosing a password for them. */
export function InviteDialog({ people, onClose }: InviteDialogProps) {
  // The list behind the dialog keeps refreshing, and an invitation changes it.
  const [chosen] = useState(people)
  const { config } = usePortal()
  const { domain } = config.foundation
  const provider = providerOf(config.identity)
  const [withPasswords, setWithPasswords] = useState(provider === undefined)
  const [outcomes, setOutcomes] = useState<InvitationOutcomes>(new Map())
  /** The addresses to which another link was mailed: the shown one doesn't work any more. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const signsInWithProvider = ({ email = '', uid }: Invitable) =>
    provider !== undefined && uid === undefined && isEmailOfDomain(comparableEmail(email), domain)
  const toInvite = chosen.flatMap((person): InvitedPerson[] => {
    const { name, email, uid } = person
    if (!email) return []
    return [{ name, email, uid, withProvider: !withPasswords && signsInWithProvider(person) }]
  })
  const inviting = useAct(useInvite(), {
    failure: (error) =>
      `${errorMessage(error) ?? 'The invitations were interrupted.'} Press again to invite the others: nobody gets a second account.`,
  })
  const left = toInvite.filter(({ email }) => !outcomes.has(email))
  const isDone = left.length === 0 && toInvite.length > 0
  const [first] = chosen
  const whom =
    chosen.length === 1 && first ? isolated(first.name) : counted(chosen.length, 'person', 'people')
  const invite = () => {
    const earlier = outcomes
    const onProgress = (later: InvitationOutcomes) => setOutcomes(new Map([...earlier, ...later]))
    void inviting.act({ people: left, onProgress })
  }
  return (
    <Dialog
      open
      onClose={() => onClose(isDone)}
      title={isDone ? `Invited: ${whom}` : `Invite ${whom}`}
      footer={
        <>
          <Button onClick={() => onClose(isDone)}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button
              variant="primary"
              icon={<Mail />}
              busy={inviting.busy}
              disabled={left.length === 0}
              onClick={invite}
            >
              {chosen.length === 1
                ? 'Invite'
                : `Invite ${counted(left.length, 'person', 'people')}`}
            </Button>
          )}
        </>
      }
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={inviting.refused} />
        {outcomes.size === 0 && (
          <>
            <p>
              They choose their own password with a link that works once. Where the sign-in service
              sends mail, it mails the link; otherwise you hand it over.
            </p>
            {provider !== undefined && chosen.some(signsInWithProvider) && (
              <>
                <Switch
                  label={`Give people at @${domain} a password too`}
                  showLabel
                  checked={withPasswords}
                  onChange={setWithPasswords}
                />
                <p>
                  {withPasswords
                    ? `They can sign in with ${provider} all the same.`
                    : `They sign in with ${provider}, and need no invitation.`}
                </p>
              </>
            )}
          </>
        )}
        {inviting.busy && chosen.length > 1 && (
          <ProgressBar
            label={`${outcomes.size} of ${counted(toInvite.length, 'person', 'people')}`}
            value={outcomes.size / toInvite.length}
          />
        )}
        <ul className={styles.people} aria-label="People">
          {chosen.map(({ name, email = '' }, index) => (
            <li key={index} className={styles.person}>
              <strong>{name}</strong>
              <span className={styles.soft}>
                {email || 'No e-mail address: add one to the entry first.'}
              </span>
              <Outcome
                name={name}
                outcome={outcomes.get(email)}
                provider={provider}
                onSent={() => setSent(new Set([...sent, email]))}
              />
            </li>
          ))}
        </ul>
        {isDone && chosen.length > 1 && (
          <CopyAll people={toInvite.filter(({ email }) => !sent.has(email))} outcomes={outcomes} />
        )}
      </div>
    </Dialog>
  )
}

type OutcomeProps = {
  name: string
  outcome: InvitationOutcome | undefined
  provider: string | undefined
  /** Called once another link was mailed instead. */
  onSent: () => void
}

function Outcome({ name, outcome, provider = '', onSent }: OutcomeProps) {
  if (!outcome) return null
  switch (outcome.kind) {
    case 'link':
      return (
        <LinkToHandOver
          label={`Invitation of ${isolated(name)}`}
          link={outcome.link}
          hint="Hand this link over yourself, or let the portal mail one. It works once."
          uid={outcome.uid}
          onSent={onSent}
        />
      )
    case 'mailed':
      return (
        <Badge kind="good" icon={<CircleCheck />}>
          The sign-in service has written to them
        </Badge>
      )
    case 'provider':
      return (
        <p>
          Tell them to open {location.origin} and choose <em>Sign in with {provider}</em>.
        </p>
      )
    case 'notNeeded':
      return <p>Has an account already, which needs no invitation.</p>
    case 'refused':
      return (
        <p>
          <Badge kind="bad" icon={<CircleAlert />}>
            Not invited
          </Badge>{' '}
          {outcome.sentence}
        </p>
      )
  }
}

/** Copies names, addresses and links as rows for a mail merge. */
function CopyAll({ people, outcomes }: { people: InvitedPerson[]; outcomes: InvitationOutcomes }) {
  const [copied, setCopied] = useState<string>()
  const rows = people.flatMap(({ name, email }) => {
    const outcome = outcomes.get(email)
    return outcome?.kind === 'link' ? [[name, email, outcome.link].join('\t')] : []
  })
  if (rows.length === 0) return null
  const copy = async () => {
    const isCopied = await copyText(rows.join('\n'))
    setCopied(isCopied ? 'Copied.' : 'They could not be copied: copy each one from the list.')
  }
  return (
    <div>
      <Button icon={<Copy />} onClick={() => void copy()}>
        Copy all links
      </Button>{' '}
      <span role="status">{copied}</span>
    </div>
  )
}

type Identity = ReturnType<typeof usePortal>['config']['identity']

/** Which provider people of the foundation sign in with; undefined if there are only passwords. */
function providerOf({ kind, providerName }: Identity): string | undefined {
  return kind === 'portal' ? providerName : 'Google'
}
