import { type ImportedOutcome, importPeople } from '@portal/contract/directory'
import { directoryKey } from '@portal/remote-kit/queries/directory'
import { useChange } from '../../shared/queries.ts'
import { dropCopy } from '../directory-queries.ts'
import type { ListedPerson } from './list-of-people.ts'

/** What became of each person, by the line of the list. */
export type Outcomes = ReadonlyMap<number, ImportedOutcome>

export type ListImport = {
  people: ListedPerson[]
  accounts: boolean
  /** Called with all outcomes so far after each request. */
  onProgress: (outcomes: Outcomes) => void
}

/**
 * Imports a list, one person per request: a request may wait three seconds for the services, and creating an account at
 * one takes most of a second. If a request fails, importing the list again completes it.
 */
export function useImportPeople() {
  return useChange(
    async (call, { people, accounts, onProgress }: ListImport): Promise<Outcomes> => {
      const outcomes = new Map<number, ImportedOutcome>()
      for (const person of people) {
        const body = { people: [sentPerson(person)], accounts }
        const [outcome] = (await dropCopy(call(importPeople, { body }))).people
        if (outcome) outcomes.set(person.line, outcome)
        onProgress(new Map(outcomes))
      }
      return outcomes
    },
    { supersedes: directoryKey, staleShared: [directoryKey] },
  )
}

/** Of a known person only what changes, based on the entry that was shown. */
function sentPerson({ texts, entry, changes }: ListedPerson) {
  if (!entry) return texts
  const changed = Object.fromEntries(changes.map((name) => [name, texts[name]]))
  return { ...changed, entry: { id: entry.id, revision: entry.revision } }
}
