import type { Agenda, setAgendaStatus } from '@portal/contract/agendas'
import { isApiError } from '@portal/remote-kit/client'
import type { Reply } from '@portal/contract/endpoint'
import type { ResourceMapping } from '@portal/contract/mappings'
import { isQuarterly, isSameMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import { quarterOfDate } from '@portal/domain/quarter'
import { driveSourceOf } from '@portal/domain/slot-source'
import { useState } from 'react'
import { useKeepMappings, useRefreshMappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useNameOf } from '../../shared/rights/admin-rights.ts'
import { storedAgendaIn, useAgendaChanges, useKeepAgenda } from '../agenda-queries.ts'
import { type AgendaDraft, savedContent, agendaTexts } from './agenda-draft.ts'
import type { EditedAgenda } from './agenda-edit.ts'
import { isolated } from '@portal/domain/shown-text'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { currentAuthor, errorMessage } from '../../shared/api-errors.ts'
import { itemLabels, textLabels } from './agenda-merge.ts'
import { refOf } from '../meeting-name.ts'
import { useAgendaSlot } from '../use-agenda-slot.ts'
import type { DraftProblems, ItemProblems } from './draft-problems.ts'

/** The action: a save alone, or a change of the status, which for `publish` includes a save. */
export type SaveKind = 'save' | 'publish' | 'unpublish'

/** A question to be answered before the save continues. */
export type SaveQuestion = {
  kind: SaveKind
  edited: EditedAgenda
  to: MeetingRef
  /** The agenda of that quarter that would be replaced. */
  replaced?: Agenda
  /** Members see the Drive document, which the published agenda would replace. */
  showInstead?: true
  /** Why the papers of closed items would be shown to more people, as a sentence that is to be confirmed. */
  widens?: string
  /** The agenda as a move has just stored it, if it is still to be published. */
  moved?: Agenda
}

/** The saved agenda, with the mapping of its slot if the response includes it. */
type Saved = Reply<typeof setAgendaStatus>

/** A refusal that is shown next to its cause. */
export type AgendaSaveFailure = SaveRefusal & { kind: SaveKind }

type AgendaSaveOptions = {
  /** Undefined for a new one of a quarter, which its date determines. */
  meeting: MeetingRef | undefined
  onSaved: (
    kind: SaveKind,
    saved: Agenda,
    sent: AgendaDraft,
    mapping: ResourceMapping | undefined,
  ) => void
  /** The stored agenda is newer than what was edited. */
  onStale: () => void
  onFailed: (failure: AgendaSaveFailure) => void
}

export type AgendaSaving = ReturnType<typeof useAgendaSave>

/** Saves an agenda, moves it if its date is in another quarter, and asks before replacing anything. */
export function useAgendaSave({ meeting, onSaved, onStale, onFailed }: AgendaSaveOptions) {
  const changes = useAgendaChanges()
  const keep = useKeepAgenda()
  const keepMapping = useKeepMappings()
  const refreshMappings = useRefreshMappings()
  const endRights = useEndRights()
  const [busy, setBusy] = useState<SaveKind>()
  const [question, setQuestion] = useState<SaveQuestion>()
  const [failure, setFailure] = useState<AgendaSaveFailure>()
  const [otherAdmin, setOtherAdmin] = useState<string>()
  const nameOf = useNameOf()
  const { mapping: ofSlot } = useAgendaSlot(meeting ?? { year: 1970, quarter: 1 })

  /** What the API asks: whether to replace what members see, or to show papers of closed items to more people. */
  const withQuestion = (current: SaveQuestion, error: unknown): SaveQuestion => {
    const { kind, moved, showInstead } = current
    const replaces = moved !== undefined || (ofSlot?.active && driveSourceOf(ofSlot) !== undefined)
    const isNative = moved === undefined && ofSlot?.mode === 'native'
    if (kind === 'publish' && !showInstead && replaces && !isNative) {
      return { ...current, showInstead: true }
    }
    return { ...current, widens: errorMessage(error) ?? '' }
  }

  const send = async (wanted: SaveQuestion, onMoved: (moved: Agenda) => void): Promise<Saved> => {
    const { kind, edited, to, replaced, showInstead } = wanted
    const confirmed = wanted.widens !== undefined
    const { base, draft } = edited
    const change = { meeting: to, base, content: savedContent(draft, base) }
    if (kind === 'unpublish') return changes.setDraft(change)
    const isMove = meeting && edited.base && !isSameMeeting(meeting, to)
    if (!isMove || !isQuarterly(meeting)) {
      const over = edited.base ? change : { ...change, base: replaced ?? null }
      return kind === 'publish'
        ? changes.publish(over, { showInstead, confirmed })
        : changes.save(over, { confirmed })
    }
    let { moved } = wanted
    if (!moved) {
      moved = await changes.move(meeting, change, replaced)
      onMoved(moved)
      await keep(meeting, null)
    }
    if (kind !== 'publish') return moved
    try {
      return await changes.publish({ ...change, base: moved }, { showInstead, confirmed })
    } catch (error) {
      if (isUnconfirmed(error)) throw error
      // The agenda has moved anyway, and is shown in its new quarter.
      if (!endRights(error)) onFailed({ kind, ...saveRefusal(error, edited.draft) })
      return moved
    }
  }

  const finish = async (wanted: SaveQuestion, { mapping, ...saved }: Saved) => {
    const { kind, edited } = wanted
    await keep(refOf(saved), saved)
    if (mapping) keepMapping(mapping)
    void refreshMappings()
    setQuestion(undefined)
    setOtherAdmin(undefined)
    const done = kind === 'publish' && saved.status === 'draft' ? 'save' : kind
    onSaved(done, saved, edited.draft, mapping)
  }

  const run = async (begun: SaveQuestion) => {
    let current = begun
    const { kind, edited, to } = begun
    setBusy(kind)
    setFailure(undefined)
    try {
      const saved = await send(current, (moved) => (current = { ...current, moved }))
      await finish(current, saved)
    } catch (error) {
      if (endRights(error)) return
      if (isUnconfirmed(error)) return setQuestion(withQuestion(current, error))
      const stored = storedAgendaIn(error)
      const code = isApiError(error) ? error.code : undefined
      const isTaken = code === 'conflict' || (code === 'stale' && !edited.base && !meeting)
      setQuestion(isTaken && stored ? { ...current, replaced: stored } : undefined)
      if (isTaken && stored) return
      if (code !== 'stale') {
        const failed = { kind, ...saveRefusal(error, edited.draft) }
        setFailure(failed)
        return onFailed(failed)
      }
      // Not a failure: the admin merges the two versions.
      setOtherAdmin(currentAuthor(error))
      await keep(meeting ?? to, stored ?? null)
      onStale()
    } finally {
      setBusy(undefined)
    }
  }

  return {
    busy,
    question,
    failure,
    /** The admin who saved first, if the response named them. */
    otherAdmin: otherAdmin === undefined ? undefined : nameOf(otherAdmin),
    /** Does nothing while another save is under way, so that a double click saves once. */
    start: (kind: SaveKind, edited: EditedAgenda) => {
      if (busy) return
      const { date } = edited.draft
      const isNewDate = date.trim() !== (edited.base?.date ?? '')
      // Any other meeting keeps its id. A stored agenda stays in its quarter even if its date is in another quarter, so that old agendas can be saved.
      const isOther = meeting && !isQuarterly(meeting)
      const lies = !isOther && (isNewDate || !meeting) ? quarterOfDate(date.trim()) : undefined
      const to = (kind !== 'unpublish' && lies) || meeting
      if (!to) return
      const begun = { kind, edited, to }
      if (meeting && !isSameMeeting(meeting, to)) setQuestion(begun)
      else void run(begun)
    },
    agree: () => {
      if (question && !busy) void run(question)
    },
    cancel: () => {
      if (question?.moved) void finish({ ...question, kind: 'save' }, question.moved)
      setQuestion(undefined)
    },
  }
}

function isUnconfirmed(error: unknown): boolean {
  return isApiError(error) && error.code === 'confirmationRequired'
}

/** A refused save: the reason in a sentence, and what is shown at the fields. */
type SaveRefusal = {
  /** The server's message; undefined if it gave none that can be shown. */
  reason: string | undefined
  requestId: string
  fields: DraftProblems
}

/** The reason for a refused save, and its messages at the fields of the draft that was sent. */
export function saveRefusal(error: unknown, draft: AgendaDraft): SaveRefusal {
  if (!isApiError(error)) return { reason: undefined, requestId: '', fields: {} }
  const { requestId, fields = [] } = error
  const refusedFields = fields.flatMap(
    ({ path, message }) => refusedField(path, message, draft) ?? [],
  )
  const texts = refusedFields.flatMap(({ text, message }) =>
    text ? [[text, message] as const] : [],
  )
  const items: Record<string, ItemProblems> = {}
  for (const { item, name, message } of refusedFields) {
    if (item) items[item] = { ...items[item], [name]: message }
  }
  return {
    reason:
      refusedFields.find(({ item }) => item)?.sentence ??
      errorMessage(error) ??
      refusedFields[0]?.sentence,
    requestId,
    fields: { ...Object.fromEntries(texts), ...(Object.keys(items).length > 0 && { items }) },
  }
}

/** The field that `body.title` or `body.content.items.3.description` names; undefined if the screen has none. */
function refusedField(path: string, message: string, draft: AgendaDraft) {
  const [, index, itemField] = /\.items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const item = index === undefined ? undefined : draft.items[Number(index)]
  if (item && isItemField(itemField)) {
    const of = agendaItemName(item, agendaItemPlaces(draft.items)[Number(index)]!)
    const sentence = `“${isolated(of)}”, ${itemLabels[itemField]}: ${message}`
    return { item: item.id, name: itemField, message, sentence }
  }
  const text = agendaTexts.find(
    (name) => /^body\.(content\.)?\w+$/.test(path) && path.endsWith(`.${name}`),
  )
  return text && { text, name: text, message, sentence: `${textLabels[text]}: ${message}` }
}

function isItemField(name: string | undefined): name is keyof ItemProblems {
  return (
    name !== undefined &&
    ['title', 'description', 'time', 'duration', 'speaker', 'papers', 'audience'].includes(name)
  )
}
