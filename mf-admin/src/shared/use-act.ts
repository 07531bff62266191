import { isApiError } from '@portal/remote-kit/client'
import { useRef, useState } from 'react'
import { currentAuthor, isEditConflict } from './api-errors.ts'
import { useEndRights } from './rights/admin-rights.ts'

type Change<Sent, Stored> = { mutateAsync: (sent: Sent) => Promise<Stored>; isPending: boolean }

type Outcome<Sent, Stored> = {
  done?: (stored: Stored, sent: Sent) => unknown
  /** The sentence that says why nothing was done; undefined if it is shown in another way. */
  failure: (error: unknown, sent: Sent) => string | undefined
}

/** What the button and the dialog of an act show. */
export type Act = {
  busy: boolean
  /** Why the last try failed, until the next one. */
  refused: string | undefined
}

/** A change that a press starts: once at a time, with its outcome or why it was refused. */
export function useAct<Sent, Stored>(
  change: Change<Sent, Stored>,
  { done, failure }: Outcome<Sent, Stored>,
) {
  const endRights = useEndRights()
  const [refused, refuse] = useState<string>()
  // A second press may come before the button shows that it is busy.
  const isRunning = useRef(false)
  return {
    busy: change.isPending,
    refused,
    /** Says what is wrong with the input, or takes an earlier refusal back. */
    refuse,
    act: async (sent: Sent) => {
      if (isRunning.current) return
      isRunning.current = true
      refuse(undefined)
      try {
        const stored = await change.mutateAsync(sent)
        await done?.(stored, sent)
      } catch (error) {
        if (!endRights(error)) refuse(failure(error, sent))
      } finally {
        isRunning.current = false
      }
    },
  }
}

/**
 * Saves over the version that a dialog was opened with. If somebody else has saved first, nothing is sent again: their
 * version becomes the known one, for the admin to look at.
 */
export function useRevisedSave<Version, Sent, Stored>(
  seen: Version,
  change: Change<Sent, Stored>,
  {
    newerIn,
    ...outcome
  }: Outcome<Sent, Stored> & { newerIn: (error: unknown) => Version | undefined },
) {
  // The screen behind the dialog keeps refreshing, and the version it passes with it.
  const [first] = useState(seen)
  const [known, setKnown] = useState(seen)
  const [replacedBy, setReplacedBy] = useState<string>()
  const saving = useAct(change, {
    ...outcome,
    failure: (error, sent) => {
      const newer = newerIn(error)
      if (newer === undefined) return outcome.failure(error, sent)
      setKnown(newer)
      setReplacedBy(currentAuthor(error))
    },
  })
  /**
   * `replaced` is the version that the dialog was opened with, once another one is stored; `replacedBy` is the address of
   * the admin who stored it, if known.
   */
  return { ...saving, known, replaced: known === first ? undefined : first, replacedBy }
}

type Schema<T> = { safeParse: (value: unknown) => { data?: T | undefined } }

/** The version in a refusal because somebody else has saved first. */
export function storedIn<T>(schema: Schema<T>, error: unknown): T | undefined {
  return isApiError(error) && isEditConflict(error)
    ? schema.safeParse(error.current).data
    : undefined
}
