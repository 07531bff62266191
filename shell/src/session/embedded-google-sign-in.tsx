import type { PortalConfig, SampleAccount } from '@portal/contract/portal'
import { Avatar } from '@portal/shared-ui/avatar'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { TextField } from '@portal/shared-ui/field'
import { type FormEvent, useState } from 'react'
import styles from './embedded-google-sign-in.module.css'
import { GoogleMark, type GoogleSignInProps, ProviderSignIn } from './google-sign-in-parts.tsx'

/**
 * Replaces Google's account chooser on the emulator, which accepts a Google token without Google.
 */
export function GoogleSignIn(props: GoogleSignInProps) {
  // The embedded set can sign people in without the emulator.
  if (props.config.identity.kind === 'portal') return <ProviderSignIn {...props} />
  return <AccountChooser {...props} />
}

function AccountChooser({ config, busy, onChoose, onCancel }: GoogleSignInProps) {
  const [open, setOpen] = useState(false)
  const { sampleAccounts } = config.identity
  const choose = (account: SampleAccount) => {
    setOpen(false)
    onChoose({ kind: 'google', account })
  }
  const cancel = () => {
    setOpen(false)
    onCancel()
  }
  return (
    <>
      <Button icon={<GoogleMark />} busy={busy} onClick={() => setOpen(true)}>
        Sign in with Google
      </Button>
      <Dialog open={open} onClose={cancel} title="Choose an account" size="small">
        <p className={styles.note}>
          {sampleAccounts
            ? 'These are local sample accounts. Google isn’t involved.'
            : 'Accounts are kept on this machine. Google isn’t involved.'}
        </p>
        <ul className={styles.accounts}>
          {offeredBy(config).map((account) => (
            <li key={account.email}>
              <button type="button" className={styles.account} onClick={() => choose(account)}>
                <Avatar name={account.displayName} />
                <span>
                  <b>{account.displayName}</b>
                  <span className={styles.email}>{account.email}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {!sampleAccounts && <AnotherAddress onChoose={choose} />}
      </Dialog>
    </>
  )
}

/** The sample's accounts, or else the first admin's. */
function offeredBy({ identity: { sampleAccounts, firstAdminEmail } }: PortalConfig) {
  if (sampleAccounts) return sampleAccounts.filter(({ provider }) => provider === 'google.com')
  return firstAdminEmail === undefined ? [] : [accountOf(firstAdminEmail)]
}

function AnotherAddress({ onChoose }: { onChoose: (account: SampleAccount) => void }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes it on to the form around the dialog.
    event.stopPropagation()
    const address = email.trim().toLowerCase()
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) onChoose(accountOf(address))
    else setError('Please enter a full e-mail address')
  }
  return (
    <form className={styles.another} onSubmit={submit} noValidate>
      <TextField
        label="Another address"
        type="email"
        name="another"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={error}
      />
      <Button type="submit">Continue</Button>
    </form>
  )
}

/** An account as Google would describe it: `ada.quill@…` is Ada Quill. */
function accountOf(email: string): SampleAccount {
  const words = email
    .split('@')[0]!
    .split(/[._-]+/)
    .filter(Boolean)
  const displayName = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
  return { email, displayName: displayName || email, provider: 'google.com' }
}
