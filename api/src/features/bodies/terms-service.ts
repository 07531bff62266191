import { randomUUID } from 'node:crypto'
import type { addTerms, Body, saveTerm, Term } from '@portal/contract/bodies'
import type { DirectoryEntry } from '@portal/contract/directory'
import type { CallInput } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { byOffice, officeNames, overlaps, termLimits } from '@portal/domain/terms'
import { mustManagePortal } from '../../access.ts'
import { lastChangeOf, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { shownTermOf, type TermContent, termsCollection } from './stored-bodies.ts'

type SentTerm = CallInput<typeof addTerms>['body']['terms'][number]
type SentChange = CallInput<typeof saveTerm>['body']

const deleted = 'term deleted'

type Parts = {
  store: DocumentStore
  bodies: { all: () => Body[] }
  directory: { entries: () => DirectoryEntry[] }
  now: () => Date
}

/** Who is in which office of which body, and when; from memory. Without any check of access. */
export function createTermsService({ store, bodies, directory, now }: Parts) {
  const terms = termsCollection.hot(store)
  const nameOf = (body: string) => bodies.all().find(({ id }) => id === body)?.name ?? body

  /** Refuses what can't be, compared with every other term. */
  const refuseImpossible = (term: TermContent, others: readonly TermContent[], path: string) => {
    const { name, office, body, from, to } = term
    if (to !== undefined && to < from) {
      throw refusal(`${path}to`, 'A term can’t end before it begins.', 'invalid')
    }
    const held = others.find((other) => overlaps(term, other))
    if (!held) return
    const until = held.to === undefined ? '' : ` to ${held.to}`
    const message = `${name} has a term as ${officeNames[office]} of ${nameOf(body)} then already, from ${held.from}${until}.`
    throw refusal(`${path}from`, message)
  }

  const newTerm = (sent: SentTerm, path: string): TermContent => {
    const entry = directory.entries().find(({ id }) => id === sent.person)
    if (!entry) throw refusal(`${path}person`, 'This person is no longer in the directory.')
    const body = bodies.all().find(({ id }) => id === sent.body)
    if (!body) throw refusal(`${path}body`, 'This committee doesn’t exist.')
    if (body.state === 'dissolved') throw refusal(`${path}body`, `${body.name} is dissolved.`)
    return described({ person: entry.id, name: entry.name, body: body.id }, sent)
  }

  return {
    ready: terms.ready,
    nameOf,
    refuseImpossible,

    /** By office and name. The name is the directory's, as long as the person is in it. */
    all(): Term[] {
      const known = new Map(directory.entries().map(({ id, name }) => [id, name]))
      return terms
        .all()
        .map((stored) => shownTermOf({ ...stored, name: known.get(stored.person) ?? stored.name }))
        .toSorted(byOffice)
    },

    async add(person: Person, sent: readonly SentTerm[]): Promise<{ terms: Term[] }> {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        const records = termsCollection.in(transaction)
        const { documents } = await records.list()
        type Known = { id: string; content: TermContent; stored?: Term }
        const known: Known[] = documents.map((stored) => ({
          id: stored.id,
          content: contentOf(stored),
          stored: shownTermOf(stored),
        }))
        const listed = sent.map((each, index): Known => {
          const path = `body.terms.${index}.`
          const content = newTerm(each, path)
          const same = known.find((other) => isSameTerm(other.content, content))
          if (same) return same
          refuseImpossible(
            content,
            known.map((other) => other.content),
            path,
          )
          const added = { id: randomUUID(), content }
          known.push(added)
          return added
        })
        if (known.length > termLimits.count) throw tooMany()
        const written = new Map<string, Term>()
        for (const { id, content, stored } of listed) {
          if (written.has(id)) continue
          written.set(id, stored ?? shownTermOf(await records.create(id, content)))
          if (stored) continue
          const what = 'term added'
          await recordChange(transaction, {
            at: now(),
            by: person,
            what,
            subject: id,
            after: content,
          })
        }
        return { terms: listed.map(({ id }) => written.get(id)!) }
      })
    },

    async save(
      person: Person,
      id: string,
      sent: SentChange,
      revision: number | 'new',
    ): Promise<Term> {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        const records = termsCollection.in(transaction)
        const { documents } = await records.list()
        const current = documents.find((each) => each.id === id)
        if (!current) throw termNotFound()
        const before = contentOf(current)
        const after = described(before, sent)
        // The same save sent again succeeds.
        if (isSameBody(before, after)) return shownTermOf(current)
        await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownTermOf })
        refuseImpossible(
          after,
          documents.filter((each) => each.id !== id),
          'body.',
        )
        const written = await records.update(id, after, current.revision)
        const what = 'term saved'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return shownTermOf(written)
      })
    },

    async delete(person: Person, id: string, revision: number | 'new'): Promise<{ id: string }> {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const records = termsCollection.in(transaction)
        const current = await records.get(id)
        // The same deletion sent again succeeds, recognized by its audit entry.
        if (!current && (await lastChangeOf(transaction, id))?.what === deleted) return
        if (!current) throw termNotFound()
        await refuseOvertaken(transaction, { current, revision, subject: id, shown: shownTermOf })
        await records.delete(id, current.revision)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: deleted,
          subject: id,
          before: contentOf(current),
          deletedRevision: current.revision,
        })
      })
      return { id }
    },
  }
}

/** Deletes the terms of an entry that is erased, so that no undo brings them back. Repeating it completes it. */
export async function eraseTerms(
  { store, now }: { store: DocumentStore; now: () => Date },
  by: Person,
  entry: string,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const records = termsCollection.in(transaction)
    const { documents } = await records.list({ where: { person: entry } })
    for (const { id, revision, name } of documents) {
      await records.delete(id, revision)
      const what = 'term erased'
      await recordChange(transaction, { at: now(), by, what, subject: id, before: { name } })
    }
  })
}

/** The terms of an entry of the directory, for its person. */
export async function termsOf(store: StoreOperations, entry: string) {
  const { documents } = await termsCollection.in(store).list({ where: { person: entry } })
  return documents.map(({ body, office, voting, from, to, appointedBy }) => ({
    body,
    office,
    voting,
    from,
    ...(to === undefined ? {} : { to }),
    ...(appointedBy === undefined ? {} : { appointedBy }),
  }))
}

/** A term with these fields instead of its own; without `to`, it is open. */
function described(
  before: Pick<TermContent, 'person' | 'name' | 'body'>,
  sent: SentChange,
): TermContent {
  const { office, voting, from, to, appointedBy = '' } = sent
  const { to: _, appointedBy: __, ...kept } = before as TermContent
  return {
    ...kept,
    office,
    voting,
    from,
    ...(to === undefined ? {} : { to }),
    ...(appointedBy.trim() === '' ? {} : { appointedBy: appointedBy.trim() }),
  }
}

function contentOf(stored: Parameters<typeof shownTermOf>[0]): TermContent {
  return bodyOf(stored) as TermContent
}

/** The name may have changed since. */
function isSameTerm(a: TermContent, b: TermContent): boolean {
  return isSameBody({ ...a, name: '' }, { ...b, name: '' })
}

function refusal(
  path: string,
  message: string,
  code: 'conflict' | 'invalid' = 'conflict',
): Refusal {
  return new Refusal(code, message, { fields: [{ path, message }] })
}

function tooMany(): Refusal {
  const most = termLimits.count.toLocaleString('en')
  return new Refusal('conflict', `There are ${most} terms already. Please delete some first.`)
}

function termNotFound(): Refusal {
  return new Refusal('notFound', 'Term not found')
}
