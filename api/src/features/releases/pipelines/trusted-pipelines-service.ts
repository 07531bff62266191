import { randomBytes } from 'node:crypto'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type {
  listTrustedPipelines,
  TrustedPipeline,
  trustPipeline,
} from '@portal/contract/trusted-pipelines'
import { isDeepStrictEqual } from 'node:util'
import { mustManagePortal } from '../../../access.ts'
import { lastChangeOf, recordChange } from '../../../platform/audit/record-change.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { mustBeNewName } from '../publishing/release-tokens.ts'
import { issuerFault } from './issuer-address.ts'
import { pipelinesCollection, shownPipeline } from './trusted-pipelines.ts'

type Wanted = Omit<TrustedPipeline, 'id' | 'createdAt' | 'createdBy' | 'owner'>

export type TrustedPipelinesService = {
  list: (person: Person) => Promise<Reply<typeof listTrustedPipelines>>
  /** Trusting the same pipeline again returns the first one. */
  trust: (person: Person, wanted: Wanted) => Promise<Reply<typeof trustPipeline>>
  /** Removing it again changes nothing. */
  remove: (person: Person, id: string) => Promise<void>
}

type Parts = { store: DocumentStore; production: boolean; now: () => Date }

const removed = 'trusted pipeline removed'

/** Only admins decide which CI pipelines may release a remote. */
export function createTrustedPipelinesService(parts: Parts): TrustedPipelinesService {
  const { store, production, now } = parts
  return {
    async list(person) {
      mustManagePortal(person)
      const { documents } = await pipelinesCollection.in(store).list()
      const newestFirst = documents.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      return { pipelines: newestFirst.map(shownPipeline) }
    },

    async trust(person, wanted) {
      mustManagePortal(person)
      const fault = issuerFault(wanted.issuer, { production })
      if (fault !== undefined) throw new Refusal('invalid', fault)
      const { name, remote } = wanted
      return store.transaction(async (transaction) => {
        const pipelines = pipelinesCollection.in(transaction)
        const { documents } = await pipelines.list({ where: { remote } })
        const known = documents.map(shownPipeline).find((candidate) => candidate.name === name)
        if (known && isDeepStrictEqual(wantedOf(known), wantedOf(wanted)))
          return { pipeline: known }
        if (known) {
          throw new Refusal('conflict', `${remote} already has a trusted pipeline ${name}.`)
        }
        const at = now()
        await mustBeNewName(transaction, { name, remote, at })
        const body = { ...wanted, createdAt: at.toISOString(), createdBy: person.email }
        const id = randomBytes(6).toString('hex')
        const pipeline = shownPipeline(await pipelines.create(id, body))
        const change = { what: 'pipeline trusted', subject: id, after: pipeline }
        await recordChange(transaction, { at, by: person, ...change })
        return { pipeline }
      })
    },

    async remove(person, id) {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const pipelines = pipelinesCollection.in(transaction)
        const stored = await pipelines.get(id)
        if (!stored) {
          if ((await lastChangeOf(transaction, id))?.what === removed) return
          throw new Refusal('notFound', 'There is no such trusted pipeline.')
        }
        await pipelines.delete(id, stored.revision)
        const change = { what: removed, subject: id, before: shownPipeline(stored) }
        await recordChange(transaction, { at: now(), by: person, ...change })
      })
    },
  }
}

/** Without what the portal adds; an absent field equals an undefined one. */
function wantedOf(wanted: Wanted): Record<string, string> {
  const { name, remote, issuer, audience, repository, repositoryId, ref } = wanted
  const { workflow = '', environment = '' } = wanted
  return { name, remote, issuer, audience, repository, repositoryId, ref, workflow, environment }
}
