import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { saveUnsavedNotes, unsavedNotes } from '@portal/remote-kit/unsaved-notes'
import * as z from 'zod/mini'
import type { Call } from '@portal/remote-kit/client'

/** How long signing out waits for notes to be saved, in ms. */
const saveLimit = 5000

/**
 * What the reader has typed on this device, in any tab, that isn't saved: one line each. Notes are saved first if there
 * is a session to save them with.
 */
export async function unsavedWork(uid: string, call: Call | undefined): Promise<string[]> {
  if (call && unsavedNotes(uid).length > 0) {
    const late = new Promise<void>((resolve) => setTimeout(resolve, saveLimit))
    await Promise.race([saveUnsavedNotes(call, uid).catch(() => undefined), late])
  }
  return [...unsavedNotes(uid), ...draftsOf(uid)]
}

/** A draft as a remote's forms store it, under a name and the reader's uid. */
const storedDraft = z.object({ at: z.number(), title: z.optional(z.string()) })

function draftsOf(uid: string): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.endsWith(`-${uid}`))
    .flatMap((key) => {
      const { data } = z.safeParse(storedDraft, parsed(localStorage.getItem(key)))
      return data ? [data.title ?? 'A draft of the admin area'] : []
    })
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

export type UnsavedDialogProps = { work: string[]; onSettled: (leaves: boolean) => void }

/** Longer lists end with how many more there are. */
const mostLines = 8

/** Names what signing out deletes. */
export function UnsavedDialog({ work, onSettled }: UnsavedDialogProps) {
  const more = work.length - mostLines
  const lines = more > 0 ? [...work.slice(0, mostLines), `and ${more} more`] : work
  return (
    <ConfirmDialog
      open
      title="Sign out without saving?"
      verb="Sign out without saving"
      danger
      onConfirm={() => onSettled(true)}
      onCancel={() => onSettled(false)}
    >
      <p>This isn’t saved yet, and signing out deletes it from this device:</p>
      <ul>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may be equal
          <li key={index}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
