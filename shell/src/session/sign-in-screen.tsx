import { isolated } from '@portal/domain/shown-text'
import type { PortalConfig } from '@portal/contract/portal'
import { Banner } from '@portal/shared-ui/banner'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { HelpLink } from '../frame/help-link.tsx'
import { useDocumentTitle } from '../frame/page-title.ts'
import type { SecondStep } from './second-step.ts'
import type { SignInMethod } from './identity.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-screen.module.css'
import { Brand } from '../frame/brand.tsx'

type SignInScreenProps = {
  config: PortalConfig
  notice?: string | undefined
  /** The reader opened the link of a preview. */
  awaitsPreview?: boolean
  signIn: (method: SignInMethod) => Promise<SecondStep | undefined>
}

export function SignInScreen({ config, notice, awaitsPreview = false, signIn }: SignInScreenProps) {
  useDocumentTitle('Sign in')
  return (
    <WelcomePage foundation={config.foundation}>
      <h2>Sign in</h2>
      {awaitsPreview && (
        <Banner kind="plain" icon={<FlaskConical aria-hidden="true" />}>
          Your link opens a preview of this portal: sign in as the person it was sent to.
        </Banner>
      )}
      <SignInForm config={config} notice={notice} signIn={signIn} />
      <p className={styles.hint}>Contact your Board Liaison if you need an account</p>
      {config.identity.kind === 'emulator' && <LocalIdentities config={config} />}
      <HelpLink of={config.foundation} />
    </WelcomePage>
  )
}

type WelcomePageProps = WelcomePanelProps & { children: ReactNode }

/** The page of somebody who isn't signed in: the foundation on one side, what to do on the other. */
export function WelcomePage({ foundation, children }: WelcomePageProps) {
  return (
    <main className={styles.door}>
      <WelcomePanel foundation={foundation} />
      <section className={styles.side}>{children}</section>
    </main>
  )
}

/** A portal with local accounts must not be mistaken for the foundation's. */
function LocalIdentities({ config }: { config: PortalConfig }) {
  const { sampleAccounts } = config.identity
  const withPassword = sampleAccounts?.filter(({ password }) => password) ?? []
  return (
    <aside className={styles.local}>
      <p>
        <b>Identities are local.</b>{' '}
        {sampleAccounts
          ? 'This portal runs on sample accounts kept on this machine.'
          : 'Accounts are kept on this machine, and whoever uses it can sign in as anyone.'}
      </p>
      {withPassword.map((account) => (
        <p key={account.email}>
          {isolated(account.displayName)}: <code>{account.email}</code>, password{' '}
          <code>{account.password}</code>
        </p>
      ))}
    </aside>
  )
}

type WelcomePanelProps = { foundation: PortalConfig['foundation'] }

/** The foundation's side of the sign-in: its picture with the words on a plate, or else arches in its color. */
function WelcomePanel({ foundation }: WelcomePanelProps) {
  const { name, signInPictureUrl } = foundation
  return (
    <section className={styles.welcome} data-pictured={signInPictureUrl !== undefined}>
      {signInPictureUrl ? (
        <img className={styles.picture} src={signInPictureUrl} alt="" />
      ) : (
        <Arches />
      )}
      <div className={styles.words}>
        <Brand foundation={foundation} name={name} large />
        <div>
          <h1>Welcome</h1>
          <p className={styles.access}>Access your Board Portal</p>
        </div>
        <p>Access is restricted to the foundation's e-mail addresses only</p>
      </div>
    </section>
  )
}

/** Nested doorways, like the monogram's. */
function Arches() {
  return (
    <svg className={styles.arches} viewBox="0 0 400 560" aria-hidden="true">
      <path d="M10 560V200a190 190 0 0 1 380 0v360" />
      <path d="M58 560V206a142 142 0 0 1 284 0v354" />
      <path d="M106 560V212a94 94 0 0 1 188 0v348" />
      <path d="M154 560V218a46 46 0 0 1 92 0v342" />
    </svg>
  )
}
