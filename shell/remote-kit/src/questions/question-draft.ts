// By its name: remotes share the host’s module.
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import * as z from 'zod/mini'
import { readStored, removeStored, store } from '../device-storage.ts'

const draft = z.object({ id: z.uuid(), text: z.string(), choice: z.optional(z.string()) })
type Draft = z.infer<typeof draft>

/**
 * A text that isn't sent yet, kept on this device. It has the id that it is sent with, so that sending it again after a
 * lost reply stores it once.
 */
export function useQuestionDraft(about: string, initial: { text?: string; choice: string }) {
  const { uid } = usePortal().person
  const key = `question-${uid}-${about}`
  const [value, setValue] = useState<Draft>(
    () =>
      z.safeParse(draft, readStored('localStorage', key)).data ?? {
        id: crypto.randomUUID(),
        text: initial.text ?? '',
      },
  )
  return {
    ...value,
    choice: value.choice ?? initial.choice,
    change(change: Partial<Pick<Draft, 'text' | 'choice'>>) {
      const next = { ...value, ...change }
      setValue(next)
      store('localStorage', key, next)
    },
    forget: () => removeStored('localStorage', key),
  }
}
