import type { PortalReply } from '@portal/contract/portal'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { TextField } from '@portal/shared-ui/field'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { GoogleSignIn } from './google-sign-in.tsx'
import styles from './reauthenticate-dialog.module.css'
import type { Session } from './session.ts'
import { signInCancelled } from './sign-in-messages.ts'
import { useSecondStep } from './second-step.ts'
import type { SignInMethod } from './identity.ts'

export type ReauthenticateDialogProps = Pick<PortalReply, 'person' | 'config'> & {
  session: Pick<Session, 'signedInBy' | 'reauthenticate'>
  onSettled: (confirmed: boolean) => void
}

/** A dialog over the page, for an act that needs a recent sign-in. The act continues when it closes. */
export function ReauthenticateDialog(props: ReauthenticateDialogProps) {
  const { person, config, session, onSettled } = props
  const [kind, setKind] = useState<SignInMethod['kind']>()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { secondStep, showSecondStep } = useSecondStep()
  useEffect(() => {
    session.signedInBy().then(setKind, () => onSettled(false))
  }, [session, onSettled])

  const attempt = async (method: SignInMethod) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const step = await session.reauthenticate(method)
      if (step) await showSecondStep(step)
      else onSettled(true)
    } catch (error) {
      setFailure((error as Error).message)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!password) return setFailure('Please enter your password')
    void attempt({ kind: 'password', email: person.email, password })
  }

  return (
    <Dialog
      open={kind !== undefined}
      onClose={() => onSettled(false)}
      title="Please confirm that it’s you"
      size="small"
      footer={
        <Button variant="quiet" onClick={() => onSettled(false)}>
          Cancel
        </Button>
      }
    >
      <p className={styles.why}>
        You signed in more than {freshSignInMinutes} minutes ago, and this step needs a recent
        sign-in. It continues afterwards; nothing you typed is lost.
      </p>
      <div role="alert">
        {failure && (
          <Banner kind="bad" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </div>
      {secondStep && (
        <secondStep.Form config={config} step={secondStep.step} onDone={() => onSettled(true)} />
      )}
      {!secondStep && kind === 'google' && (
        <div className={styles.form}>
          <GoogleSignIn
            config={config}
            busy={isBusy}
            onChoose={(method) => void attempt(method)}
            onCancel={() => setFailure(signInCancelled)}
          />
        </div>
      )}
      {!secondStep && kind === 'password' && (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={person.email}
            onChange={() => {}}
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? 'Signing in...' : 'Continue'}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
