import {
  addTerms,
  deleteTerm,
  endTermsOfPerson,
  listBodies,
  listBodyPeople,
  listTerms,
  saveBody,
  saveTerm,
} from '@portal/contract/bodies'
import { previewBodyAccess, saveBodyAccess } from '@portal/contract/body-access'
import { dayOf } from '@portal/domain/days'
import { isCurrent } from '@portal/domain/terms'
import { mustManagePortal } from '../../access.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { NamedReader } from '../visibility/visibility-feature.ts'
import { Refusal } from '../../refusal.ts'
import { createBodiesService } from './bodies-service.ts'
import { endTerms } from './ending-terms.ts'
import { createBodyAccessService } from './body-access-service.ts'
import { restoringBodies } from './restoring-bodies.ts'
import { createTermsService } from './terms-service.ts'

export { type BodiesInMemory, createBodiesInMemory } from './bodies-in-memory.ts'
export { storedBody, storedTerm } from './stored-bodies.ts'
export { endTerms }
export { eraseTerms, termsOf } from './terms-service.ts'
export type Bodies = ReturnType<typeof createBodies>

type Parts = {
  directory: Pick<Directory, 'entries'>
  /** Everybody who can sign in, as the rule of who may read what sees them. */
  everyone: () => Promise<NamedReader[]>
}

/** The board, its committees, and who is in them. Every member reads who is in office; admins change it. */
export function createBodies(
  { store, settings, now }: Pick<AppParts, 'store' | 'settings' | 'now'>,
  { directory, everyone }: Parts,
) {
  const bodies = createBodiesService({ store, now })
  const terms = createTermsService({ store, bodies, directory, now })

  const { foundation } = settings
  const { timeZone } = foundation
  const access = createBodyAccessService({ store, bodies, everyone, timeZone, now })

  /** The active bodies, and who of the directory is in office today. */
  const inOffice = () => {
    const today = dayOf(now(), foundation.timeZone)
    const active = bodies.all().filter(({ state }) => state === 'active')
    const people = new Set(directory.entries().map(({ id }) => id))
    const ids = new Set(active.map(({ id }) => id))
    return {
      bodies: active,
      terms: terms
        .all()
        .filter((term) => isCurrent(term, today) && ids.has(term.body) && people.has(term.person)),
    }
  }

  return {
    ready: Promise.all([bodies.ready, terms.ready]),
    /** Every body, dissolved ones too. */
    all: () => bodies.all(),
    /** Every term: past, current and upcoming. */
    terms: () => terms.all(),
    restoring: restoringBodies({ terms, directory, now }),
    routes(serve: Serve) {
      serve(listBodies, inOffice)
      serve(listBodyPeople, ({ params: { id } }) => {
        const { bodies: active, terms: current } = inOffice()
        if (!active.some((body) => body.id === id)) {
          throw new Refusal('notFound', 'Committee not found')
        }
        const entries = new Map(directory.entries().map((entry) => [entry.id, entry]))
        const people = current.filter(({ body }) => body === id).map(({ person }) => person)
        return [...new Set(people)].map((person) => entries.get(person)!)
      })
      serve(listTerms, ({ person }) => {
        mustManagePortal(person)
        return { bodies: bodies.all(), terms: terms.all() }
      })
      serve(saveBody, ({ person, params, body, revision }) =>
        bodies.save(person, params.id, body, revision),
      )
      serve(previewBodyAccess, ({ person, params, query }) =>
        access.preview(person, params.id, query.openTo),
      )
      serve(saveBodyAccess, ({ person, params, body, revision }) =>
        access.save(person, params.id, body.openTo, revision),
      )
      serve(addTerms, ({ person, body }) => terms.add(person, body.terms))
      serve(saveTerm, ({ person, params, body, revision }) =>
        terms.save(person, params.id, body, revision),
      )
      serve(endTermsOfPerson, async ({ person, params }) => {
        mustManagePortal(person)
        if (!directory.entries().some(({ id }) => id === params.id)) {
          throw new Refusal('notFound', 'Directory entry not found')
        }
        const last = dayOf(now(), timeZone)
        await endTerms({ store, now }, { by: person, person: params.id, last })
        return undefined
      })
      serve(deleteTerm, ({ person, params, revision }) => terms.delete(person, params.id, revision))
    },
  }
}
