import { importedAtOnce, type ImportedOutcome, importPeople } from '@portal/contract/directory'
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

/** Imports a list, a few people per request. If one fails, importing the list again completes it. */
export function useImportPeople() {
  return useChange(
    async (call, { people, accounts, onProgress }: ListImport): Promise<Outcomes> => {
      const outcomes = new Map<number, ImportedOutcome>()
      for (let at = 0; at < people.length; at += importedAtOnce) {
        const some = people.slice(at, at + importedAtOnce)
        const body = { people: some.map(sentPerson), accounts }
        const reply = await dropCopy(call(importPeople, { body }))
        for (const [index, outcome] of reply.people.entries()) {
          outcomes.set(some[index]!.line, outcome)
        }
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
