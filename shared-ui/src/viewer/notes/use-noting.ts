import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import type { NoteColor, NoteSubject, ShownNote, ShownNotes } from '../shown-notes.ts'
import { createNoteMarks, type NoteMarks } from './note-marks.ts'
import { announcedNote, announcedPassage, splitByPlace } from './note-words.ts'

export type Noting = {
  marks: NoteMarks | undefined
  current: string | undefined
  removed: string | undefined
  announced: string
  /** Chooses a note and scrolls to it. */
  select: (note: ShownNote | undefined) => void
  /** Goes to the next or previous note, around the ends; false without notes. */
  step: (direction: 1 | -1) => boolean
  add: (color: NoteColor, subject: NoteSubject) => string
  remove: (note: ShownNote) => void
  restore: () => void
}

type NotingOptions = {
  reading: PdfReading
  shown: ShownNotes
  /** Called when the reader taps a mark, or the paper opens at a note. */
  onTapped: (note: ShownNote) => void
  /** While lines are drawn, a tap is one of them. */
  isDrawing: boolean
}

/** Marks the notes in the pages, and keeps which one is chosen. */
export function useNoting({ reading, shown, onTapped, isDrawing }: NotingOptions): Noting {
  const [marks, setMarks] = useState<NoteMarks>()
  const [current, setCurrent] = useState<string>()
  const [removed, setRemoved] = useState<string>()
  const [announced, setAnnounced] = useState('')
  const { notes, passage } = shown
  const marked = useMemo(() => (passage ? [...notes, passage] : notes), [notes, passage])

  useEffect(() => {
    const { layers, goTo } = reading
    const made = createNoteMarks({ layers, goTo })
    // The pages, which React doesn't render, are what this effect reaches out for.
    // oxlint-disable-next-line react/set-state-in-effect
    setMarks(made)
    return () => {
      made.remove()
      setMarks(undefined)
    }
  }, [reading])
  useEffect(() => marks?.show(marked, current), [marks, marked, current])

  const tap = useEffectEvent(({ clientX, clientY, target }: MouseEvent) => {
    const isLink = (target as Element).closest('a, button, input, select, textarea')
    if (isDrawing || isLink || !getSelection()?.isCollapsed) return
    const id = marks?.noteAt(clientX, clientY, notes)
    const note = notes.find((candidate) => candidate.id === id)
    if (!note) return
    setCurrent(id)
    onTapped(note)
  })
  useEffect(() => {
    const { container } = reading.layers
    const listener = (event: MouseEvent) => tap(event)
    container.addEventListener('click', listener)
    return () => container.removeEventListener('click', listener)
  }, [reading])

  const select = (note: ShownNote | undefined) => {
    setCurrent(note?.id)
    if (!note) return
    marks?.show(marked, note.id)
    marks?.reveal(note)
  }
  const opened = passage?.id ?? shown.opened
  const hasOpened = marks !== undefined && marked.some(({ id }) => id === opened)
  const goToOpened = useEffectEvent(() => {
    const note = marked.find(({ id }) => id === opened)
    select(note)
    if (note && note === passage) setAnnounced(announcedPassage(note))
    else if (note) onTapped(note)
  })
  useEffect(() => {
    // Scrolls the pages, which React doesn't render, and chooses the note with it.
    // oxlint-disable-next-line react/set-state-in-effect
    if (hasOpened) goToOpened()
  }, [hasOpened])

  return {
    marks,
    current,
    removed,
    announced,
    select,
    step(direction) {
      const { placed } = splitByPlace(notes)
      if (placed.length === 0) return false
      const at = placed.findIndex(({ id }) => id === current)
      const start = at === -1 && direction === -1 ? placed.length : at
      const next = (start + direction + placed.length) % placed.length
      select(placed[next])
      setAnnounced(announcedNote(placed[next]!, `${next + 1} of ${placed.length}`))
      return true
    },
    add(color, subject) {
      const id = shown.add({ color, text: '', subject })
      setCurrent(id)
      return id
    },
    remove({ id }) {
      shown.remove(id)
      setRemoved(id)
      if (id === current) setCurrent(undefined)
    },
    restore() {
      if (removed === undefined) return
      shown.restore(removed)
      setCurrent(removed)
      setRemoved(undefined)
    },
  }
}
