import {
  type Agenda,
  type AgendaContent,
  type AgendaSummary,
  listAgendas,
} from '@portal/contract/agendas'
import type { Person } from '@portal/contract/portal'
import { compareQuarters, parseQuarter, type Quarter } from '@portal/contract/quarter'
import * as z from 'zod/mini'
import { type Audience, audienceOf, mustManagePortal, seesUnpublished } from '../access.ts'
import { recordChange } from '../audit/record-change.ts'
import { keepPrepared, type Prepared } from '../http/prepared.ts'
import { Refusal } from '../refusal.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore, Stored, StoreOperations } from '../store/document-store.ts'
import { refuseStale } from '../store/refuse-stale.ts'
import { bodyOf, isSameBody } from '../store/stored-body.ts'
import { applyContent, meetingQuarter, newAgenda } from './agenda-content.ts'
import { moveAgenda, type Move } from './agenda-move.ts'
import { defaults, type Loose, normalAgenda } from './agenda-normal.ts'
import { agendaId, agendasCollection, noAgenda } from './stored-agenda.ts'

type Revision = number | 'new'

export type AgendasService = {
  ready: Promise<void>
  /** Published ones, or all for those who see drafts. */
  list: (person: Person) => Prepared
  /** The quarter's agenda: published, or a draft for those who see drafts. */
  get: (person: Person, quarter: Quarter) => Promise<Agenda>
  save: (
    person: Person,
    quarter: Quarter,
    content: AgendaContent,
    revision: Revision,
  ) => Promise<Agenda>
  setStatus: (
    person: Person,
    quarter: Quarter,
    change: { status: Agenda['status']; content?: AgendaContent | undefined },
    revision: Revision,
  ) => Promise<Agenda>
  /** To the quarter of its new date; see the contract. */
  move: (person: Person, from: Quarter, move: Move, revision: Revision) => Promise<Agenda>
  /**
   * Inside another's transaction: undefined where the quarter has an agenda, else what creates a draft. Reading
   * and creating are apart because in a transaction every read comes before the first write.
   */
  missingDraft: (
    inside: StoreOperations,
    person: Person,
    quarter: Quarter,
  ) => Promise<(() => Promise<void>) | undefined>
}

type Parts = { store: DocumentStore; now: () => Date }

export function createAgendasService({ store, now }: Parts): AgendasService {
  const agendas = hotCollection(store, agendasCollection, z.looseObject({}))
  const listed = keepPrepared(listAgendas, agendas.version, (audience: Audience) =>
    agendas
      .all()
      .flatMap(summaryOf)
      .filter(({ status }) => audience === 'admins' || status === 'published')
      .toSorted((a, b) => compareQuarters(b, a)),
  )

  const change = async (
    person: Person,
    quarter: Quarter,
    revision: Revision,
    what: string,
    apply: (before: Loose | undefined) => Loose,
  ): Promise<Agenda> => {
    mustManagePortal(person)
    const id = agendaId(quarter)
    const saved = await store.transaction(async (inside) => {
      const current = await inside.get(agendasCollection, id)
      const before = current && bodyOf(current)
      const after = apply(before)
      // A save that is sent again finds its own result.
      if (current && before && isSameBody(before, after)) return current
      refuseStale(current, revision, (stored) => normalAgenda(stored, quarter))
      const written = current
        ? await inside.update(agendasCollection, id, after, current.revision)
        : await inside.create(agendasCollection, id, after)
      await recordChange(inside, { at: now(), by: person, what, subject: id, before, after })
      return written
    })
    return normalAgenda(saved, quarter)
  }
  const newMeeting = (quarter: Quarter) =>
    newAgenda(quarter, `Q${quarter.quarter} ${quarter.year} Board Meeting`, now().toISOString())

  const service: AgendasService = {
    ready: agendas.ready,
    list: (person) => listed(audienceOf(person)),

    async get(person, { year, quarter }) {
      const stored = await store.get(agendasCollection, agendaId({ year, quarter }))
      if (!stored) throw noAgenda({ year, quarter })
      const agenda = normalAgenda(stored, { year, quarter })
      if (agenda.status !== 'published' && !seesUnpublished(person)) {
        const sentence = `The agenda for ${year} Q${quarter} is not published yet.`
        throw new Refusal('notPublished', sentence)
      }
      return agenda
    },

    save: (person, quarter, content, revision) =>
      change(person, quarter, revision, 'agenda saved', (before) =>
        applyContent(before ?? newMeeting(quarter), quarter, content),
      ),

    setStatus(person, quarter, { status, content }, revision) {
      const what = status === 'published' ? 'agenda published' : 'agenda set to draft'
      return change(person, quarter, revision, what, (before) => {
        if (!before && !content) throw noAgenda(quarter)
        const body = before ?? newMeeting(quarter)
        return {
          ...(content ? applyContent(body, quarter, content, 'body.content') : body),
          status,
        }
      })
    },

    async move(person, from, move, revision) {
      mustManagePortal(person)
      const to = meetingQuarter(move.date)
      if (compareQuarters(from, to) === 0) {
        return service.save(person, from, { ...move.content, date: move.date }, revision)
      }
      const moved = await store.transaction((inside) =>
        moveAgenda(inside, { from, to, move, revision, by: person, at: now() }),
      )
      return normalAgenda(moved, to)
    },

    async missingDraft(inside, person, quarter) {
      mustManagePortal(person)
      const id = agendaId(quarter)
      if (await inside.get(agendasCollection, id)) return undefined
      return async () => {
        const after = newAgenda(quarter, defaults.title, now().toISOString())
        await inside.create(agendasCollection, id, after)
        const what = 'agenda created'
        await recordChange(inside, { at: now(), by: person, what, subject: id, after })
      }
    },
  }
  return service
}

function summaryOf(stored: Stored<Loose>): AgendaSummary[] {
  const [year, quarter] = stored.id.split('-')
  const of = parseQuarter(year, quarter)
  if (!of || agendaId(of) !== stored.id) return []
  const { items, ...summary } = normalAgenda(stored, of)
  return [{ ...summary, itemCount: items.length }]
}
