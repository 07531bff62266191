import type { Person } from '@portal/contract/portal'
import type { Setup } from '@portal/contract/setup'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { refuseStale } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'

/** One document. */
const setupCollection = defineCollection('setup', z.object({ isPutAway: z.boolean() }))
const setupId = 'first-steps'

type Stored = { isPutAway: boolean; revision: number }
/** Whether the portal contains what the step is about. */
type StepCheck = (person: Person) => boolean | Promise<boolean>

type Parts = {
  store: DocumentStore
  steps: Record<keyof Setup['steps'], StepCheck>
  now: () => Date
}

export function createSetupService({ store, steps, now }: Parts) {
  const shown = async (person: Person, stored: Stored | undefined): Promise<Setup> => {
    const { isPutAway = false, revision } = stored ?? {}
    const checked = await Promise.all(
      Object.entries(steps).map(async ([name, check]) => [
        name,
        isPutAway ? undefined : await outcomeOf(check, person),
      ]),
    )
    const outcomes = Object.fromEntries(checked) as Setup['steps']
    return { steps: outcomes, isPutAway, ...(revision === undefined ? {} : { revision }) }
  }

  return {
    async get(person: Person): Promise<Setup> {
      mustManagePortal(person)
      return shown(person, await setupCollection.in(store).get(setupId))
    },
    async save(
      person: Person,
      { isPutAway }: { isPutAway: boolean },
      revision: number | 'new',
    ): Promise<Setup> {
      mustManagePortal(person)
      const saved = await store.transaction(async (transaction) => {
        const setups = setupCollection.in(transaction)
        const stored = await setups.get(setupId)
        // A repeated request gets its first result.
        if ((stored?.isPutAway ?? false) === isPutAway) return stored
        refuseStale(stored, revision, (current) => ({
          steps: {},
          isPutAway: current.isPutAway,
          revision: current.revision,
        }))
        const next = await setups.put(setupId, { isPutAway }, stored)
        const what = isPutAway ? 'first steps put away' : 'first steps shown again'
        await recordChange(transaction, { at: now(), by: person, what, subject: 'setup' })
        return next
      })
      return shown(person, saved)
    },
  }
}

/** Undefined while the calendar or the accounts can't be reached. */
async function outcomeOf(check: StepCheck, person: Person): Promise<boolean | undefined> {
  try {
    return await check(person)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
