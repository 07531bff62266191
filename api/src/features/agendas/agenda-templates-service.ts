import { randomUUID } from 'node:crypto'
import { type AgendaTemplate, agendaTemplateLimits } from '@portal/contract/agenda-templates'
import type { Person } from '@portal/contract/portal'
import { boardId } from '@portal/domain/bodies'
import { meetingId } from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import {
  lastAuthorOf,
  lastChangeOf,
  recordChange,
  subjectsChanged,
} from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

import type { AudienceChecks } from './audience-checks.ts'
import { agendasOf, itemsOf, type RawAgendaItem } from './stored-agenda.ts'
import {
  applyTemplateContent,
  nameOf,
  normalTemplate,
  type RawTemplate,
  type TemplateContent,
} from './agenda-template-content.ts'

const templatesCollection = defineCollection('agenda_templates', z.looseObject({}))
const deleted = 'agenda template deleted'

type Revision = number | 'new'
type SentTemplate = TemplateContent & {
  from?: Quarter | undefined
  fromMeeting?: string | undefined
}

export type AgendaTemplatesService = {
  ready: Promise<void>
  /** Sorted by name. */
  list: (person: Person) => AgendaTemplate[]
  /** Uses the client's id if given, so that the request can be repeated; see the contract. */
  create: (
    person: Person,
    sent: SentTemplate & { id?: string | undefined; body?: string | undefined },
  ) => Promise<AgendaTemplate>
  save: (
    person: Person,
    id: string,
    sent: SentTemplate,
    revision: Revision,
  ) => Promise<AgendaTemplate>
  delete: (person: Person, id: string, revision: Revision) => Promise<{ id: string }>
  /** A template's item as it is stored; undefined if no template has the item. */
  item: (itemId: string) => RawAgendaItem | undefined
}

type Parts = {
  store: DocumentStore
  audiences: Pick<AudienceChecks, 'withCopiedAudiences'>
  visibility: Pick<VisibilityService, 'readerOf'>
  now: () => Date
}

/** Only admins see templates and change them. */
export function createAgendaTemplatesService({
  store,
  audiences,
  visibility,
  now,
}: Parts): AgendaTemplatesService {
  const templates = templatesCollection.hot(store, undefined, 'agenda templates')
  /** With the audiences of the items that were copied from a closed one, by an editor that doesn't know audiences. */
  const marked = (person: Person, before: RawTemplate, content: TemplateContent) => {
    const { items } = audiences.withCopiedAudiences(visibility.readerOf(person), before, content)
    return { ...content, items }
  }

  return {
    ready: templates.ready,
    list(person) {
      mustManagePortal(person)
      const shown = templates.all().map(normalTemplate)
      return shown.toSorted((a, b) => byName.compare(a.name, b.name))
    },

    async create(person, { id = randomUUID(), from, fromMeeting, body: ofBody, ...content }) {
      mustManagePortal(person)
      const own = ofBody === undefined || ofBody === boardId ? {} : { body: ofBody }
      const created = await store.transaction(async (transaction) => {
        const known = await templatesCollection.in(transaction).get(id)
        const source = await agendaOf(transaction, fromMeeting, from)
        const body = applyTemplateContent(own, id, marked(person, own, content), source)
        if (known && isSameBody(bodyOf(known), body)) return known
        if (known) throw new Refusal('conflict', 'A different agenda template has this id.')
        const { documents: others } = await templatesCollection.in(transaction).list()
        const ofSame = others.filter(isOfBody(body))
        const { count, all } = agendaTemplateLimits
        if (ofSame.length >= count) throw tooMany(count)
        if (others.length >= all) throw tooMany(all)
        refuseTaken(nameOf(body), ofSame)
        const written = await templatesCollection.in(transaction).create(id, body)
        const what = 'agenda template created'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, after: body })
        return written
      })
      return normalTemplate(created)
    },

    async save(person, id, { from, fromMeeting, ...content }, revision) {
      mustManagePortal(person)
      const saved = await store.transaction(async (transaction) => {
        const current = await templatesCollection.in(transaction).get(id)
        if (!current) throw templateNotFound()
        const before = bodyOf(current)
        const source = await agendaOf(transaction, fromMeeting, from)
        const sent = marked(person, before, content)
        const after = applyTemplateContent(before, id, sent, source)
        // The same save sent again succeeds.
        if (isSameBody(before, after)) return current
        const isStale = current.revision !== revision
        const currentBy = isStale ? await lastAuthorOf(transaction, id) : undefined
        refuseStale(current, revision, normalTemplate, currentBy)
        const { documents } = await templatesCollection.in(transaction).list()
        refuseTaken(
          nameOf(after),
          documents.filter(isOfBody(after)).filter((document) => document.id !== id),
        )
        const written = await templatesCollection
          .in(transaction)
          .update(id, after, current.revision)
        const what = 'agenda template saved'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return written
      })
      return normalTemplate(saved)
    },

    async delete(person, id, revision) {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const current = await templatesCollection.in(transaction).get(id)
        // The same deletion sent again succeeds, recognized by its audit entry.
        if (!current && (await lastChangeOf(transaction, id))?.what === deleted) return
        if (!current) throw templateNotFound()
        refuseStale(current, revision, normalTemplate)
        await templatesCollection.in(transaction).delete(id, current.revision)
        const before = bodyOf(current)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: deleted,
          subject: id,
          before,
        })
      })
      return { id }
    },

    item: (itemId) =>
      templates
        .all()
        .flatMap(itemsOf)
        .find(({ id }) => id === itemId),
  }
}

/** The names of the templates that a person has made, by the audit. */
export async function templatesMadeBy(store: StoreOperations, email: string): Promise<string[]> {
  const made = await subjectsChanged(store, { who: email, what: 'agenda template created' })
  const { documents } = await templatesCollection.raw(store).list()
  return documents.filter(({ id }) => made.includes(id)).map(nameOf)
}

/** The agenda that items were copied from. */
async function agendaOf(
  transaction: StoreOperations,
  id: string | undefined,
  quarter: Quarter | undefined,
) {
  const meeting = id === undefined ? quarter : { meeting: id }
  return meeting && agendasOf(meeting).in(transaction).get(meetingId(meeting))
}

/** Whether templates are for the same body; without one, they are the board's. */
function isOfBody({ body }: Record<string, unknown>) {
  return (other: Record<string, unknown>) => other['body'] === body
}

function refuseTaken(name: string, others: Record<string, unknown>[]): void {
  if (others.every((other) => byName.compare(nameOf(other), name) !== 0)) return
  const message = `There is a template named ${name} already. Please choose another name.`
  throw new Refusal('conflict', message, { fields: [{ path: 'body.name', message }] })
}

function tooMany(count: number): Refusal {
  return new Refusal('conflict', `There are ${count} templates already. Please delete one first.`)
}

function templateNotFound(): Refusal {
  return new Refusal('notFound', 'Agenda template not found')
}

const byName = new Intl.Collator('en', { sensitivity: 'accent' })
