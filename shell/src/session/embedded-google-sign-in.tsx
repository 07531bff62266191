import type { SampleAccount } from '@portal/contract/portal'
import { Avatar } from '@portal/shared-ui/avatar'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { useState } from 'react'
import styles from './embedded-google-sign-in.module.css'
import { GoogleMark } from './google-mark.tsx'
import type { GoogleSignInProps } from './google-sign-in-props.ts'

/**
 * Replaces Google's account chooser on the emulator, which accepts a Google token without Google.
 */
export function GoogleSignIn({ config, busy, onChoose, onCancel }: GoogleSignInProps) {
  const [open, setOpen] = useState(false)
  const accounts = (config.identity.sampleAccounts ?? []).filter(
    ({ provider }) => provider === 'google.com',
  )
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
        <p className={styles.note}>These are local sample accounts. Google isn’t involved.</p>
        <ul className={styles.accounts}>
          {accounts.map((account) => (
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
      </Dialog>
    </>
  )
}
