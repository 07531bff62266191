import { createHash } from 'node:crypto'
import { type AgendaTemplate, agendaTemplate } from '@portal/contract/agenda-templates'
import type { AgendaItem, AgendaItemContent } from '@portal/contract/agendas'
import { minutesOfClock } from '@portal/domain/agenda-times'
import { type Audience, isRestricted } from '@portal/domain/may-read'
import { closedSession } from '@portal/domain/who-may-read'
import { carriedPapers } from '@portal/domain/item-papers'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import {
  isShut,
  itemsOf,
  keptFieldsOf,
  normalItem,
  ownIds,
  type RawAgenda,
  type RawAgendaItem,
  unknownFieldsOf,
} from './stored-agenda.ts'
import { papersOf, savedPapers } from './stored-papers.ts'

/** A template with the fields of every version that stored it. */
export type RawTemplate = Record<string, unknown>

export type TemplateContent = {
  name?: string | undefined
  time?: string | undefined
  items?: AgendaItemContent[] | undefined
}

/** All templates are read at once, and an audit entry has two versions of one. */
const mostBytes = 100_000

/** A template stored by any version, in the contract's form. */
export function normalTemplate(stored: Stored<RawTemplate>): AgendaTemplate {
  const items = itemsOf(stored)
  const ids = ownIds(items)
  return z.parse(agendaTemplate, {
    id: stored.id,
    name: nameOf(stored),
    ...(typeof stored['body'] === 'string' ? { body: stored['body'] } : {}),
    ...(typeof stored['time'] === 'string' ? { time: stored['time'] } : {}),
    items: items.map((item, index) => notCompleted(normalItem(item, ids[index]!))),
    updatedAt: stored.updatedAt,
    revision: stored.revision,
  })
}

export function nameOf(stored: RawTemplate): string {
  return typeof stored['name'] === 'string' ? stored['name'] : ''
}

/** The template's body after the change. `source` is the agenda that the items were copied from. */
export function applyTemplateContent(
  before: RawTemplate,
  id: string,
  { name, time, items }: TemplateContent,
  source: RawAgenda | undefined,
): RawTemplate {
  const next = { ...before }
  if (name !== undefined) next['name'] = validName(name)
  if (time !== undefined) {
    if (time.trim() === '') delete next['time']
    else next['time'] = validTime(time)
  }
  if (items) next['items'] = templateItems(itemsOf(before), items, id, source)
  if (Buffer.byteLength(JSON.stringify(next)) > mostBytes) {
    const most = `${mostBytes / 1000} KB`
    throw new Refusal('tooLarge', `The template is too long: the limit is ${most} of text.`)
  }
  return next
}

/**
 * An item that the template has keeps its id. Others get one that follows from the template's id and theirs, so that
 * the same request has the same result, and no two templates share an item's id.
 */
function templateItems(
  before: RawAgendaItem[],
  sent: AgendaItemContent[],
  templateId: string,
  source: RawAgenda | undefined,
): RawAgendaItem[] {
  const stored = byId(before)
  const copied = byId(source ? itemsOf(source) : [])
  const sentIds = ownIds(sent)
  return sent.map((item, index) => {
    const sentId = sentIds[index]!
    const id = stored.has(sentId) ? sentId : derivedId(templateId, sentId)
    const kept = copied.get(sentId) ?? stored.get(id)
    // Other admins read templates too: nothing of a restricted item becomes part of one.
    const isClosed = isRestricted({ audience: item.audience as Audience | undefined })
    if (isClosed || (kept && isShut(kept))) return notCompleted(closedItem(item, id))
    const { papers: sentPapers, ...fields } = item
    return {
      ...unknownFieldsOf(kept),
      ...forEverybody(notCompleted(normalItem({ ...fields, ...keptFieldsOf(item, kept) }, id))),
      ...templatePapers(sentPapers, kept, `body.items.${index}`),
    }
  })
}

/** The slots that every quarter has, without the pages of this quarter's files. */
function templatePapers(
  sent: AgendaItemContent['papers'],
  kept: RawAgendaItem | undefined,
  where: string,
): { papers?: RawAgendaItem[] } {
  const papers = carriedPapers(papersOf(savedPapers(sent, kept, where)))
  return papers.length > 0 ? { papers } : {}
}

/** A restricted item in a template: only its time. */
function closedItem({ time, duration }: AgendaItemContent, id: string): AgendaItem {
  return normalItem({ title: closedSession, time, duration }, id)
}

function byId(items: RawAgendaItem[]): Map<string, RawAgendaItem> {
  const ids = ownIds(items)
  return new Map(items.map((item, index) => [ids[index]!, item]))
}

function derivedId(templateId: string, itemId: string): string {
  return createHash('sha256').update(`${templateId}\n${itemId}`).digest('base64url').slice(0, 24)
}

/** A template has no audiences. */
function forEverybody(item: AgendaItem): AgendaItem {
  const { audience: _audience, toOthers: _toOthers, ...rest } = item
  return rest
}

function notCompleted<Item extends { completed: boolean }>(item: Item): Item {
  return { ...item, completed: false }
}

function validName(name: string): string {
  if (name.trim() === '') throw invalid('body.name', 'Please enter a name for the template')
  return name.trim()
}

function validTime(time: string): string {
  if (minutesOfClock(time.trim()) === undefined) {
    throw invalid('body.time', 'Please enter a time in HH:MM format')
  }
  return time.trim()
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: [{ path, message }] })
}
