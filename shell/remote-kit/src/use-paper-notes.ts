import type { NotesOfPaper, NotesSaved, PlacedNote } from '@portal/contract/notes'
import { todayIn } from '@portal/domain/days'
import { targetOf } from '@portal/domain/note-subject'
import { usePortal } from '@portal/remote-kit/portal'
import { notesQuery } from '@portal/remote-kit/queries/notes'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import type { ShownNotes } from '@portal/shared-ui/shown-notes'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { notesLogOf } from './paper-notes/notes-log.ts'
import type { NoteEdit } from './paper-notes/notes-on-device.ts'
import { notesToShow, placeIn } from './paper-notes/shown-notes.ts'
import { useEarlierNotes } from './paper-notes/use-earlier-notes.ts'
import { useOpenedNote } from './use-opened-version.ts'

type Paper = { id: string; version?: number | undefined }

/** Delay between the last keystroke and saving a note, in ms. */
const typingPause = 800
/** Delay before a failed save is retried, in ms. */
const retryAfter = 15_000

/**
 * The reader's own notes on an open paper, for the viewer. Undefined for QA accounts and for admins who view the portal
 * as a member, which are read-only.
 */
export function usePaperNotes(
  paper: Paper | undefined,
  asked: { version?: number | undefined } = {},
): ShownNotes | undefined {
  const { call, config, person } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const client = useQueryClient()
  // Nothing is requested before the paper is on the screen.
  const isDrawn = useDrawn()
  const canKeep = paper !== undefined && canKeepReading(person)
  const id = paper?.id ?? ''
  const version = asked.version ?? paper?.version ?? 1
  const query = notesQuery(call, id, version)
  const { data, error } = useQuery({ ...query, enabled: isDrawn && canKeep })
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
