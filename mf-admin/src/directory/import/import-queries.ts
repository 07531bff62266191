import { type ImportedOutcome, importPeople } from '@portal/contract/directory'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { directoryKey } from '@portal/remote-kit/queries/directory'
import { bodiesKey, sendTerms } from '../../bodies/bodies-queries.ts'
import { useChange } from '../../shared/queries.ts'
import { dropCopy } from '../directory-queries.ts'
import type { ListedPerson } from './list-of-people.ts'
import type { ListedTerm } from './listed-terms.ts'

/** `term`: whether the line's term was added; absent without one, or if the person was refused. */
type Outcome = ImportedOutcome & { term?: 'added' | 'refused' }

/** What became of each person, by the line of the list. */
export type Outcomes = ReadonlyMap<number, Outcome>

export type ListImport = {
  people: ListedPerson[]
  accounts: boolean
  /** Called with all outcomes so far after each request. */
  onProgress: (outcomes: Outcomes) => void
}

/**
 * Imports a list, one person per request: a request may wait three seconds for the services, and creating an account at
 * one takes most of a second. Then their terms. If a request fails, importing the list again completes it.
 */
export function useImportPeople() {
  return useChange(
    async (call, { people, accounts, onProgress }: ListImport): Promise<Outcomes> => {
      const outcomes = new Map<number, Outcome>()
      /** Without what became of the term of the line. */
      const imported = new Map<number, ImportedOutcome>()
      for (const person of people) {
        const { line, sameAs, term } = person
        const body = { people: [sentPerson(person)], accounts }
        // Later lines of a person have further terms.
        const known = sameAs === undefined ? undefined : imported.get(sameAs)
        const [outcome] = known ? [known] : (await dropCopy(call(importPeople, { body }))).people
        if (outcome && sameAs === undefined) imported.set(line, outcome)
        if (outcome) outcomes.set(line, outcome)
        if (outcome?.id !== undefined && term) {
          outcomes.set(line, await withTerm(call, outcome, { ...term, person: outcome.id }))
        }
        onProgress(new Map(outcomes))
      }
      return outcomes
    },
    { supersedes: directoryKey, stale: [bodiesKey], staleShared: [directoryKey] },
  )
}

async function withTerm(
  call: Call,
  outcome: ImportedOutcome,
  { body, ...term }: ListedTerm & { person: string },
): Promise<Outcome> {
  try {
    await sendTerms(call, { bodies: body.isNew ? [body] : [], terms: [{ ...term, body: body.id }] })
    return { ...outcome, term: 'added' }
  } catch (error) {
    // Other failures end the import.
    if (!isApiError(error) || error.code !== 'conflict') throw error
    return { ...outcome, term: 'refused', refusal: error.message }
  }
}

/** Of a known person only what changes, based on the entry that was shown. */
function sentPerson({ texts, entry, changes }: ListedPerson) {
  if (!entry) return texts
  const changed = Object.fromEntries(changes.map((name) => [name, texts[name]]))
  return { ...changed, entry: { id: entry.id, revision: entry.revision } }
}
