import {
  type AgendaTemplate,
  createAgendaTemplate,
  deleteAgendaTemplate,
  listAgendaTemplates,
  saveAgendaTemplate,
} from '@portal/contract/agenda-templates'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { bodyOfMeeting, isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { boardId } from '@portal/domain/bodies'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import { errorMessage, isEditConflict } from '../../shared/api-errors.ts'
import { adminQuery, useChange } from '../../shared/queries.ts'
import { type AgendaDraft, type DraftItem, savedContent } from '../draft/agenda-draft.ts'
import type { NameOf } from '../../shared/rights/admin-rights.ts'

const templatesKey = ['admin', 'agenda-templates']

export function templatesQuery(call: Call) {
  return adminQuery(call, listAgendaTemplates, templatesKey)
}

/** An agenda as it is on the screen, saved or not. */
export type CopiedAgenda = {
  draft: AgendaDraft
  /** Undefined while its date names no quarter. */
  meeting: MeetingRef | undefined
}

/** `id` is chosen by the caller, so that the request can be sent again after a lost response. */
type NewTemplate = CopiedAgenda & { id: string; name: string }

/** The ways to change the list of templates. Each fetches it again, whether it succeeded or not. */
export function useTemplateChanges() {
  const refetched = { stale: [templatesKey], waits: true }
  const create = useChange(
    (call, { id, name, ...copied }: NewTemplate) =>
      call(createAgendaTemplate, { body: { id, name, ...bodyOf(copied), ...itemsOf(copied) } }),
    refetched,
  )
  const rename = useChange(
    (call, { template, name }: { template: AgendaTemplate; name: string }) =>
      call(saveAgendaTemplate, { ...of(template), body: { name } }),
    refetched,
  )
  const update = useChange(
    (call, { template, ...copied }: CopiedAgenda & { template: AgendaTemplate }) =>
      call(saveAgendaTemplate, { ...of(template), body: itemsOf(copied) }),
    refetched,
  )
  const remove = useChange(
    (call, template: AgendaTemplate) => call(deleteAgendaTemplate, of(template)),
    refetched,
  )
  return { create, rename, update, remove }
}

function of({ id, revision }: AgendaTemplate) {
  return { params: { id }, revision }
}

function itemsOf({ draft, meeting }: CopiedAgenda) {
  // Every admin reads templates: nothing of a closed item becomes part of one.
  const { time, items } = savedContent({ ...draft, items: openItems(draft) }, null)
  return { time: time ?? '', items: items ?? [], ...fromOf(meeting) }
}

function fromOf(meeting: MeetingRef | undefined) {
  if (!meeting) return {}
  return isQuarterly(meeting)
    ? { from: { year: meeting.year, quarter: meeting.quarter } }
    : { fromMeeting: meeting.meeting }
}

/** The committee that a new template is for; the board's has none. */
function bodyOf({ meeting }: CopiedAgenda) {
  const body = bodyFor(meeting)
  return body === boardId ? {} : { body }
}

function bodyFor(meeting: MeetingRef | undefined): string {
  return meeting ? bodyOfMeeting(meeting) : boardId
}

/** The templates of the body whose meeting it is. */
export function templatesFor(
  templates: readonly AgendaTemplate[],
  meeting: MeetingRef | undefined,
): AgendaTemplate[] {
  return templates.filter(({ body = boardId }) => body === bodyFor(meeting))
}

/** The items of an agenda that may become part of a template. */
export function openItems({ items }: AgendaDraft): DraftItem[] {
  return items.filter((item) => !item.closed && !isRestricted(item))
}

/** Why a change failed. */
export function templateFailure(error: unknown, nameOf: NameOf): string {
  if (isApiError(error) && isEditConflict(error)) {
    const who = error.currentBy === undefined ? 'Someone else' : nameOf(error.currentBy)
    return `${isolated(who)} changed this template meanwhile. Look at it in the list, and try again.`
  }
  return errorMessage(error) ?? 'The template could not be saved. Please try again.'
}
