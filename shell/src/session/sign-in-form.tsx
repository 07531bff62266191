import type { PortalConfig } from '@portal/contract/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type SecondStep, useSecondStep } from './second-step.ts'
import type { SignInMethod } from './identity.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import styles from './sign-in-form.module.css'
import { missingField, signInCancelled } from './sign-in-messages.ts'

type SignInFormProps = {
  config: PortalConfig
  /** Why the reader is here, if there is a reason to show. */
  notice?: string | undefined
  /** The address that the field begins with. */
  knownEmail?: string | undefined
  /** Rejects with the sentence to show. */
  signIn: (method: SignInMethod) => Promise<SecondStep | undefined>
}

export function SignInForm({ config, notice, knownEmail = '', signIn }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState<SignInMethod['kind']>()
  const [failure, setFailure] = useState(notice)
  const { secondStep, showSecondStep } = useSecondStep()

  const attempt = async (method: SignInMethod) => {
    setBusy(method.kind)
    setFailure(undefined)
    try {
      const step = await signIn(method)
      if (step) await showSecondStep(step)
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setBusy(undefined)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!email.trim() || !password) return setFailure(missingField)
    void attempt({ kind: 'password', email: email.trim(), password })
  }

  if (secondStep) {
    const { Form, step } = secondStep
    return <Form config={config} step={step} onBack={() => void showSecondStep(undefined)} />
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div role="alert">
        {failure && (
          <Banner kind="bad" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </div>
      <GoogleSignIn
        config={config}
        busy={busy === 'google'}
        onChoose={(method) => void attempt(method)}
        onCancel={() => setFailure(signInCancelled)}
      />
      {hasProvider(config) && <p className={styles.or}>or with your e-mail</p>}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
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
      <Button type="submit" variant="primary" busy={busy === 'password'}>
        {busy === 'password' ? 'Signing in...' : 'Sign in with Email & Password'}
      </Button>
    </form>
  )
}

/** Whether there is another way in than a password. */
function hasProvider({ identity }: PortalConfig): boolean {
  return identity.kind !== 'portal' || identity.providerName !== undefined
}
