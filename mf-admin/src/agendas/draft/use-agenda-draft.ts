import { isolated } from '@portal/domain/shown-text'
import type { Agenda } from '@portal/contract/agendas'
import { useCallback, useState } from 'react'
import { useStoredDraft } from '../../shared/drafts/use-stored-draft.ts'
import { type AgendaDraft, draftOf, isSameDraft, withFollowingTimes } from './agenda-draft.ts'
import {
  agendaDraftName,
  type AgendaEdit,
  type EditedAgenda,
  parseEdit,
  storedEdit,
} from './agenda-edit.ts'

export type AgendaEditing = ReturnType<typeof useAgendaDraft>

/** Changes a draft; typing in one `field` is one step to undo. */
export type ChangeDraft = (update: (draft: AgendaDraft) => AgendaDraft, field?: string) => void

/** The version that an edit is based on, and its steps since then. */
type EditSteps = { base: Agenda | null; history: EditHistory<AgendaDraft> }

type AgendaDraftOptions = {
  /** The server's version; null if the quarter has no agenda. */
  stored: Agenda | null
  /** The initial values of a form if nothing is stored. */
  fresh: AgendaDraft
  /** The name under which an unsaved edit is stored on this device. */
  agendaId: string
}

/**
 * An agenda being edited. An edit keeps the version it is based on, is stored on this device, and never changes
 * because the stored agenda does.
 */
export function useAgendaDraft({ stored, fresh, agendaId }: AgendaDraftOptions) {
  const begin = useCallback(
    (base: Agenda | null): EditSteps => ({
      base,
      history: historyOf(base ? draftOf(base) : fresh),
    }),
    [fresh],
  )
  const isUnsaved = useCallback(
    ({ base, draft }: EditedAgenda) => !isSameDraft(draft, begin(base).history.present),
    [begin],
  )
  const [edited, setEdited] = useState<EditSteps>()
  const [typed, setTyped] = useState('')

  // A save's response may be newer than the query's data. Steps back would lead to what an older version had.
  const current = useCallback(
    (edit: EditSteps | undefined) =>
      edit && (isUnsaved(shownIn(edit)) || !isOutdated(edit.base, stored)) ? edit : begin(stored),
    [isUnsaved, begin, stored],
  )
  const unsaved = edited !== undefined && isUnsaved(shownIn(edited))
  const hasTyped = typed.trim() !== ''
  const { base, history } = current(edited)
  const draft = history.present

  const onDevice = useStoredDraft<AgendaEdit>({
    name: agendaDraftName(agendaId),
    title: draft.title.trim() === '' ? 'An agenda' : `The agenda “${isolated(draft.title.trim())}”`,
    edit: unsaved || hasTyped ? storedEdit({ base, draft, typed }) : undefined,
    parse: parseEdit,
    isOffered: (restored) =>
      restored.typed !== undefined ||
      (isUnsaved(restored) && !isSameDraft(restored.draft, begin(stored).history.present)),
    onRestore: (edit) => {
      const action = { type: 'change', next: edit.draft, at: Date.now() } as const
      setEdited(applied(begin(edit.base), action))
      setTyped(edit.typed ?? '')
    },
  })
  const act = useCallback(
    (action: HistoryAction<AgendaDraft>) => setEdited((now) => applied(current(now), action)),
    [current],
  )

  return {
    base,
    draft,
    unsaved,
    /** The title of a new item that isn't added yet; stored with the edit. */
    typed,
    setTyped,
    hasTyped,
    /** Someone else has changed or deleted the agenda since this edit began. */
    isOutdated: unsaved && isOutdated(base, stored),
    /** An edit that was left here earlier; to be restored or discarded before another one begins. */
    offer: onDevice.offer,
    /** Stays the same function during typing, so that long lists needn't re-render. */
    change: useCallback<ChangeDraft>(
      (update, field) => {
        const at = Date.now()
        setEdited((now) => {
          const edit = current(now)
          const next = withFollowingTimes(update(edit.history.present))
          return applied(edit, { type: 'change', next, field, at })
        })
      },
      [current],
    ),
    /** The drafts before and after this one; undefined if there is none. */
    previous: history.past.at(-1),
    next: history.future[0],
    undo: () => act({ type: 'undo' }),
    redo: () => act({ type: 'redo' }),
    /** Rebases the edit on another version of the agenda. */
    rebase: (on: Agenda | null, next: AgendaDraft) =>
      setEdited({ base: on, history: historyOf(next) }),
    /** Rebases the edit on another version, and changes it; what was typed meanwhile stays. */
    follow: (on: Agenda, update: (draft: AgendaDraft) => AgendaDraft) =>
      setEdited((now) => ({ base: on, history: historyOf(update(current(now).history.present)) })),
    /** After a save: text typed meanwhile stays unsaved. */
    settle: (saved: Agenda, sent: AgendaDraft) =>
      setEdited((now) => settled(now, saved, now && !isSameDraft(now.history.present, sent))),
    /** Called when only the status has changed. */
    settleStatus: (saved: Agenda) =>
      setEdited((now) => settled(now, saved, now && isUnsaved(shownIn(now)))),
    restore: onDevice.restore,
    discard: () => {
      setEdited(undefined)
      setTyped('')
      onDevice.discard()
    },
  }
}

function shownIn({ base, history }: EditSteps): EditedAgenda {
  return { base, draft: history.present }
}

function applied({ base, history }: EditSteps, action: HistoryAction<AgendaDraft>): EditSteps {
  return { base, history: editHistory(history, action) }
}

/** The same edit, based on what it has become; its earlier steps can still be undone. */
function settled(edit: EditSteps | undefined, saved: Agenda, keeps: boolean | undefined) {
  const present = draftOf(saved)
  if (!edit) return { base: saved, history: historyOf(present) }
  if (keeps) return { base: saved, history: edit.history }
  return applied({ base: saved, history: edit.history }, { type: 'settle', present })
}

function isOutdated(base: Agenda | null, stored: Agenda | null): boolean {
  if (!stored || !base) return stored !== base
  return stored.revision !== base.revision && stored.updatedAt >= base.updatedAt
}

/** The versions of something that is edited, before and after the one that is shown. */
export type EditHistory<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The last change: further typing belongs to the same step. */
  last?: { field: string; at: number } | undefined
}

export type HistoryAction<T> =
  /** `field` is what is typed in, undefined for a change that is a step of its own; `at` is in ms since 1970. */
  | { type: 'change'; next: T; field?: string | undefined; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Replaces the version by the stored one, without adding a step. */
  | { type: 'settle'; present: T }

/** A pause in typing begins a new step, in ms. */
const pause = 1000

const mostSteps = 200

export function historyOf<T>(present: T): EditHistory<T> {
  return { past: [], present, future: [] }
}

export function editHistory<T>(history: EditHistory<T>, action: HistoryAction<T>): EditHistory<T> {
  const { past, present, future } = history
  switch (action.type) {
    case 'change': {
      if (action.next === present) return history
      const { next, field, at } = action
      const last = field === undefined ? undefined : { field, at }
      if (continues(history, action)) return { past, present: next, future: [], last }
      return { past: [...past, present].slice(-mostSteps), present: next, future: [], last }
    }
    case 'undo': {
      const before = past.at(-1)
      if (before === undefined) return history
      return { past: past.slice(0, -1), present: before, future: [present, ...future] }
    }
    case 'redo': {
      const [after, ...rest] = future
      if (after === undefined) return history
      return { past: [...past, present], present: after, future: rest }
    }
    case 'settle':
      return { past, present: action.present, future }
  }
}

function continues<T>(
  { last, past }: EditHistory<T>,
  { field, at }: { field?: string | undefined; at: number },
): boolean {
  return past.length > 0 && last !== undefined && last.field === field && at - last.at < pause
}
