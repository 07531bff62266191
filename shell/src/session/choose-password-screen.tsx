import { createCall } from '@portal/remote-kit/client'
import { choosePassword, getLinkOwner } from '@portal/contract/own-sign-in'
import type { PortalConfig } from '@portal/contract/portal'
import { isLongEnough, passwordFaults } from '@portal/domain/password-rule'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { HelpLink } from '../frame/help-link.tsx'
import { useDocumentTitle } from '../frame/page-title.ts'
import styles from './sign-in-form.module.css'
import { WelcomePage } from './sign-in-screen.tsx'

type ChoosePasswordScreenProps = {
  config: PortalConfig
  /** The secret of the link that the reader has opened. */
  link: string
}

/** Where an invitation or a reset link leads: its person chooses a password. */
export function ChoosePasswordScreen({ config, link }: ChoosePasswordScreenProps) {
  useDocumentTitle('Choose your password')
  const [call] = useState(() => createCall({}))
  const [email, setEmail] = useState<string>()
  const [password, setPassword] = useState('')
  const [state, setState] = useState<'loading' | 'open' | 'busy' | 'done' | 'void'>('loading')
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const open = async () => {
      try {
        setEmail((await call(getLinkOwner, { body: { link } })).email)
        setState('open')
      } catch (error) {
        setFailure((error as Error).message)
        setState('void')
      }
    }
    void open()
  }, [call, link])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'busy') return
    if (!isLongEnough(password)) return setFailure(passwordFaults.short)
    setState('busy')
    setFailure(undefined)
    try {
      await call(choosePassword, { body: { link, password } })
      setState('done')
    } catch (error) {
      setFailure((error as Error).message)
      setState('open')
    }
  }

  return (
    <WelcomePage foundation={config.foundation}>
      <h2>Choose your password</h2>
      <div role="alert">
        {failure && (
          <Banner kind="bad" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </div>
      {state === 'loading' && <Skeleton lines={3} />}
      {state === 'void' && (
        <p>
          <a href="/login">Sign in</a>
        </p>
      )}
      {state === 'done' && (
        <Banner kind="good" icon={<CircleCheck />}>
          Your password is set. <a href="/login">Sign in</a>
        </Banner>
      )}
      {(state === 'open' || state === 'busy') && (
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={email ?? ''}
            onChange={() => {}}
          />
          <TextField
            label="New password"
            type="password"
            name="password"
            autoComplete="new-password"
            hint="At least 8 characters. Four words that don’t belong together are easy to remember and hard to guess."
            required
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" variant="primary" busy={state === 'busy'}>
            Set password
          </Button>
        </form>
      )}
      <HelpLink of={config.foundation} />
    </WelcomePage>
  )
}
