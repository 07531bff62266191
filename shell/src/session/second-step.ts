import { type ComponentType, useState } from 'react'
import type { SecondStepFormProps } from './second-step-form.tsx'

/** A second factor that is being set up: nothing changes until its first code is confirmed. */
export type FactorSetUp = {
  /** In base32, for typing. */
  secret: string
  /** `otpauth://…`, for a QR code or an app on this device. */
  uri: string
  /** Rejects with the sentence to show; it can be tried again. */
  confirm: (code: string) => Promise<void>
}

/** The account has a second factor, and signing in continues with its code. */
export type CodeStep = {
  kind: 'code'
  /** Rejects with the sentence to show; it can be tried again. */
  giveCode: (code: string) => Promise<void>
}

/** What signing in needs besides a password: a code, or an authenticator app that is set up first. */
export type SecondStep =
  | CodeStep
  | {
      kind: 'set up'
      setUp: FactorSetUp
      /** Signs the reader out again. */
      cancel: () => Promise<void>
    }

type Shown = { Form: ComponentType<SecondStepFormProps>; step: SecondStep }

/** The second step that signing in waits for, with its form, which most readers never see. */
export function useSecondStep() {
  const [secondStep, setSecondStep] = useState<Shown>()
  const showSecondStep = async (step: SecondStep | undefined): Promise<void> => {
    if (!step) return setSecondStep(undefined)
    const { SecondStepForm } = await import('./second-step-form.tsx').catch((cause: unknown) => {
      throw new Error('Unable to connect to server. Please check your connection and try again.', {
        cause,
      })
    })
    setSecondStep({ Form: SecondStepForm, step })
  }
  return { secondStep, showSecondStep }
}
