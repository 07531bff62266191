import type { Call } from '@portal/remote-kit/client'
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { UnsavedDialogProps } from './unsaved-dialog.tsx'

type Question = {
  Dialog: ComponentType<UnsavedDialogProps>
  work: string[]
  settle: (leaves: boolean) => void
}

/** The open question whether to sign out without saving; undefined if there is none. */
export const useLeaving = create<{ open?: Question | undefined }>()(() => ({}))

type Leaving = {
  uid: string
  /** Saves notes; undefined once the session has ended. */
  call: Call | undefined
  signOut: () => Promise<void>
}

/**
 * Signs out, which deletes unsaved work from this device. What can be saved is saved first, and the reader sees what
 * can't before it is lost.
 */
export async function leavePortal({ uid, call, signOut }: Leaving): Promise<void> {
  if (mayBeUnsaved(uid)) {
    // Few readers need its code. Without it they must still be able to sign out.
    const parts = await import('./unsaved-dialog.tsx').catch(() => undefined)
    const work = (await parts?.unsavedWork(uid, call)) ?? []
    if (parts && work.length > 0 && !(await ask(parts.UnsavedDialog, work))) return
  }
  await signOut()
}

function ask(Dialog: Question['Dialog'], work: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (leaves: boolean) => {
      useLeaving.setState({ open: undefined })
      resolve(leaves)
    }
    useLeaving.setState({ open: { Dialog, work, settle } })
  })
}

/** Whether something on this device looks like a reader's note or draft. */
function mayBeUnsaved(uid: string): boolean {
  const notes = `unsaved-notes-${uid}`
  try {
    return Object.keys(localStorage).some(
      (key) => key.startsWith(`${notes}-`) || (key !== notes && key.endsWith(`-${uid}`)),
    )
  } catch {
    // Storage is unavailable (private mode).
    return false
  }
}
