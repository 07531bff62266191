import { type ComponentType, useState } from 'react'
import type { SecondStepFormProps } from './second-step-form.tsx'
import type { SecondStep } from './second-step.ts'

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
