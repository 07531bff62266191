import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { ReauthenticateDialogProps } from './reauthenticate-dialog.tsx'

type Confirmation = {
  Dialog: ComponentType<ReauthenticateDialogProps>
  settle: (confirmed: boolean) => void
}

/** The open dialog in which the reader confirms that it is them; undefined if there is none. */
export const useConfirmation = create<{ open?: Confirmation | undefined }>()(() => ({}))

let asking: Promise<boolean> | undefined

/** Asks the reader in a dialog; false if they cancel. Simultaneous calls share one dialog. */
export function confirmReader(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<boolean> {
  // Few readers ever see the dialog. Without it, the call is refused with the API's own message.
  const loaded = await import('./reauthenticate-dialog.tsx').catch(() => undefined)
  if (!loaded) return false
  return new Promise((resolve) => {
    const settle = (confirmed: boolean) => {
      useConfirmation.setState({ open: undefined })
      resolve(confirmed)
    }
    useConfirmation.setState({ open: { Dialog: loaded.ReauthenticateDialog, settle } })
  })
}
