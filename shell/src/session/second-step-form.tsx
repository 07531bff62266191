import { helpAddress } from '@portal/domain/frame-parts'
import type { PortalConfig } from '@portal/contract/portal'
import { CodeForm } from './code-form.tsx'
import styles from './second-step.module.css'
import type { SecondStep } from './second-step.ts'
import { SetUpForm } from './set-up-form.tsx'

export type SecondStepFormProps = {
  config: PortalConfig
  step: SecondStep
  /** Called when signing in is complete. */
  onDone?: (() => void) | undefined
  onBack?: (() => void) | undefined
}

/** The rest of signing in with a password: the code of an authenticator app, which may have to be set up first. */
export function SecondStepForm({ config, step, onDone, onBack }: SecondStepFormProps) {
  if (step.kind === 'set up') {
    const goBack = onBack && (() => void step.cancel().finally(onBack))
    return (
      <>
        <p className={styles.why}>
          <b>One more step, once.</b> Signing in with a password needs a code from an app on your
          phone as well, so that a stolen password isn’t enough.
        </p>
        <SetUpForm config={config} setUp={step.setUp} {...(onDone && { onDone })} onBack={goBack} />
      </>
    )
  }
  return (
    <>
      <CodeForm
        hint="Open your authenticator app: it shows 6 digits for this portal."
        verb="Continue"
        focused
        onCode={async (code) => {
          await step.giveCode(code)
          onDone?.()
        }}
        onBack={onBack}
      />
      <p className={styles.soft}>
        You don’t have your phone?{' '}
        <a href={helpAddress(config.foundation.liaisonEmail)}>Ask your Board Liaison</a> to reset
        two-step sign-in.
      </p>
    </>
  )
}
