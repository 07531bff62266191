import {
  type NotesOfPaper,
  type NotesSaved,
  type PlacedNote,
  type NotePlace,
  type SavedNote,
  answerEarlierNotes,
  type EarlierPaper,
} from '@portal/contract/notes'
import { todayIn, type Day } from '@portal/domain/days'
import { targetOf, type NoteSubject, subjectOf } from '@portal/domain/note-subject'
import { usePortal } from '@portal/remote-kit/portal'
import { notesQuery } from '@portal/remote-kit/queries/notes'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { useQuery, useQueryClient, useMutation } from '@portal/remote-kit/query'
import type { ShownNotes, ShownNote, EarlierNotes } from '@portal/shared-ui/shown-notes'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { notesLogOf } from './paper-notes/notes-log.ts'
import type { NoteEdit } from './paper-notes/notes-on-device.ts'
import { useOpenedNote } from './use-opened-version.ts'
import { noteEndText } from '@portal/domain/notes-rule'
import { isApiError } from './client.ts'

type Paper = { id: string; version?: number | undefined }

/** Delay between the last keystroke and saving a note, in ms. */
const typingPause = 800

/** When notes are read that no viewer has requested, as those of shells from before 1.3 don't, in ms. */
const latestRequest = 2000

/** Delay before a failed save is retried, in ms. */
const retryAfter = 15_000

/**
 * The reader's own notes on an open paper, for the viewer. Undefined for QA accounts and for admins who view the portal
 * as a member, which are read-only.
 */
export function usePaperNotes(
  paper: Paper | undefined,
  options: { version?: number | undefined } = {},
): ShownNotes | undefined {
  const { call, config, person } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const client = useQueryClient()
  const canKeep = paper !== undefined && canKeepReading(person)
  const id = paper?.id ?? ''
  const version = options.version ?? paper?.version ?? 1
  const query = notesQuery(call, id, version)
  // Hundreds of notes would delay the paper's first page.
  const [wantedOf, setWantedOf] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setWantedOf(id), latestRequest)
    return () => clearTimeout(timer)
  }, [id])
  const { data, error } = useQuery({ ...query, enabled: canKeep && wantedOf === id })
  const opened = useOpenedNote()
  const log = notesLogOf(call, person.uid)
  const edits = useSyncExternalStore(log.subscribe, log.edits)
  const refusals = useSyncExternalStore(log.subscribe, log.refusals)
  const saving = useSyncExternalStore(log.subscribe, log.saving)
  const earlier = useEarlierNotes(id, version, data?.earlier?.[0])
  const [removed, setRemoved] = useState<ReadonlyMap<string, NoteEdit>>(new Map())

  const onSaved = useEffectEvent(
    (of: { documentId: string; version: number }, saved: NotesSaved) => {
      const { queryKey } = notesQuery(call, of.documentId, of.version)
      client.setQueryData(queryKey, (before) => before && withSaved(before, saved))
    },
  )
  useEffect(() => {
    if (data) log.setErasures(data.erasures)
  }, [log, data])
  useEffect(() => {
    if (edits.size === 0 || !data) return undefined
    const pause = saving.state === 'saving' ? typingPause : retryAfter
    const timer = setTimeout(() => void log.send(), Math.max(pause, log.pause()))
    return () => clearTimeout(timer)
  }, [log, edits, saving, data])
  useEffect(() => {
    const end = log.onSaved((of, saved) => onSaved(of, saved))
    const send = () => void log.send()
    const onHidden = () =>
      void (document.visibilityState === 'hidden' && log.send({ keepalive: true }))
    document.addEventListener('visibilitychange', onHidden)
    globalThis.addEventListener('online', send)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      globalThis.removeEventListener('online', send)
      void log.send().finally(end)
    }
  }, [log])

  const notes = useMemo(
    () => notesToShow(data?.notes ?? [], { edits, refusals }, { id, version, today }),
    [data, edits, refusals, id, version, today],
  )
  if (!canKeep) return undefined

  const editOf = (noteId: string): NoteEdit | undefined => {
    const known = log.edits().get(noteId)
    if (known) return known
    const saved = data?.notes.find(({ note }) => note.id === noteId)
    return saved && { documentId: id, version, ...editedFrom(saved) }
  }
  const change = (noteId: string, part: Partial<NoteEdit['note']>, place?: NoteEdit['place']) => {
    const edit = editOf(noteId)
    if (!edit) return
    log.put({ ...edit, note: { ...edit.note, ...part }, place: place ?? edit.place })
  }
  const loading = error ? ({ state: 'failed', message: unloaded } as const) : saving
  return {
    unit: 'fraction',
    notes,
    request: () => setWantedOf(id),
    opened,
    earlier,
    saving: data ? saving : loading,
    add({ color, text, subject }) {
      const note = {
        id: crypto.randomUUID(),
        createdAt: new Date().toISOString(),
        color,
        text,
        target: targetOf(subject, version),
      }
      log.put({ documentId: id, version, note, place: placeIn(subject, 'same') })
      return note.id
    },
    change,
    remove(noteId) {
      const edit = editOf(noteId)
      if (!edit) return
      setRemoved((before) => new Map(before).set(noteId, edit))
      log.put({ ...edit, isRemoved: true })
    },
    restore(noteId) {
      const edit = removed.get(noteId)
      if (edit) log.put({ ...edit })
    },
    placeByHand(noteId, subject) {
      change(noteId, { placed: targetOf(subject, version) }, placeIn(subject, 'byHand'))
    },
    dismiss: (noteId) => change(noteId, { dismissed: version }),
  }
}

const unloaded =
  'Your earlier notes can’t be shown at the moment. New ones stay on this device until they can be saved.'

function editedFrom({ note, place }: PlacedNote): Pick<NoteEdit, 'note' | 'place'> {
  const { id, createdAt, revision, color, text, target, placed, dismissed } = note
  const base = { revision, color, text, placed, dismissed }
  return { place, note: { id, createdAt, base, color, text, target, placed, dismissed } }
}

function withSaved(before: NotesOfPaper, saved: NotesSaved): NotesOfPaper {
  const touched = new Set([...saved.notes.map(({ note }) => note.id), ...saved.removed])
  const others = before.notes.filter(({ note }) => !touched.has(note.id))
  return { ...before, erasures: saved.erasures, notes: [...others, ...saved.notes] }
}

type SavedContent = Pick<SavedNote, 'id' | 'color' | 'text' | 'target' | 'placed' | 'dismissed'>

type Unsaved = {
  edits: ReadonlyMap<string, NoteEdit>
  /** Why the API refuses notes, by note id. */
  refusals: ReadonlyMap<string, string>
}

/** A paper's notes for the viewer: the API's notes with unsaved changes applied. */
export function notesToShow(
  placed: readonly PlacedNote[],
  { edits, refusals }: Unsaved,
  { id, version, today }: { id: string; version: number; today: Day },
): ShownNote[] {
  const ends = new Map(placed.map((entry) => [entry.note.id, noteEndText(entry, today)]))
  const pending = new Set(placed.filter((entry) => entry.isPending).map((entry) => entry.note.id))
  const own = [...edits.values()].filter(({ documentId }) => documentId === id)
  const saved = placed.filter(({ note }) => !edits.has(note.id))
  const shown = [
    ...saved.flatMap(({ note, place }) => shownNote(note, place, version)),
    ...own.flatMap(({ note, place, isRemoved }) => {
      const refusal = refusals.get(note.id)
      if (refusal === undefined) return isRemoved ? [] : shownNote(note, place, version)
      return shownNote(note, place, version).map((part) => ({ ...part, refusal }))
    }),
  ]
  return shown.map((note) => {
    const until = ends.get(note.id)
    return {
      ...note,
      ...(until === undefined ? {} : { until }),
      ...(!note.place && pending.has(note.id) ? { isPending: true } : {}),
    }
  })
}

function shownNote(note: SavedContent, place: NotePlace | undefined, version: number): ShownNote[] {
  if (!place && note.dismissed !== undefined && note.dismissed >= version) return []
  const { id, color, text, target, placed } = note
  const subject = subjectOf(place && placed ? placed : target)
  if (!place) return [{ id, color, text, subject }]
  const { page, ranges, how } = place
  return [
    { id, color, text, subject, place: { page, ranges, isApproximate: how === 'approximate' } },
  ]
}

/** Where a note is in the version in which its owner has just made or placed it. */
function placeIn({ page, words }: NoteSubject, how: NotePlace['how']): NotePlace {
  return { page, ranges: words?.ranges.map((range) => ({ ...range })) ?? [], how }
}

/** The reader's notes on the paper that was shown in the same place before, for the viewer. */
function useEarlierNotes(
  id: string,
  version: number,
  offered: EarlierPaper | undefined,
): EarlierNotes | undefined {
  const { call, person, toast } = usePortal()
  const client = useQueryClient()
  const mutationKey = ['answerEarlierNotes', id]
  const answering = useMutation({
    mutationKey,
    async mutationFn({ earlier, isBrought }: { earlier: string; isBrought: boolean }) {
      // Includes what this device hasn't saved yet.
      await notesLogOf(call, person.uid).send()
      const answer = isBrought ? 'bring' : 'decline'
      return call(answerEarlierNotes, { body: { documentId: id, version, earlier, answer } })
    },
    async onSuccess(notes, { earlier }) {
      const { queryKey } = notesQuery(call, id, version)
      // A response still in flight is older.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, notes)
      void client.invalidateQueries({
        queryKey: notesQuery(call, earlier, version).queryKey.slice(0, 3),
      })
    },
  })
  if (!offered) return undefined
  const { documentId: earlier, paper, notes: count } = offered
  const { isPending, error, variables } = answering
  return {
    paper,
    count,
    isBusy: isPending,
    refused: error && variables?.earlier === earlier ? refusalOf(error) : undefined,
    async answer(isBrought) {
      // Pressed twice, before the button could show that it is busy.
      if (client.isMutating({ mutationKey }) > 0) return false
      const now = await answering.mutateAsync({ earlier, isBrought }).catch(() => undefined)
      if (now && isBrought) toast(broughtWords(count, unplacedIn(now, earlier)), { kind: 'good' })
      return now !== undefined
    },
  }
}

/** How many of the notes from an earlier paper have no place in this one. */
function unplacedIn({ notes }: NotesOfPaper, earlier: string): number {
  const lost = notes.filter(
    ({ note, place, isPending }) => note.target.documentId === earlier && !place && !isPending,
  )
  return lost.length
}

function broughtWords(count: number, unplaced: number): string {
  const brought = count === 1 ? 'Your note was brought along' : `${count} notes were brought along`
  if (unplaced === 0) return brought
  const lost = unplaced === 1 ? 'The passage of one' : `The passages of ${unplaced}`
  const verb = unplaced === 1 ? 'isn’t' : 'aren’t'
  return `${brought}. ${count === 1 ? 'Its passage' : lost} ${verb} in this paper.`
}

function refusalOf(error: Error): string {
  const isRefusal = isApiError(error) && error.isProblem
  return isRefusal ? error.message : 'Your notes are where they were. Please try again.'
}
