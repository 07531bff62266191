import { useMemo, useState } from 'react'
import type { NoteSubject, ShownNote, ShownNotes } from '../shown-notes.ts'

/** Keeps notes while the story is shown. */
export function useMemoryNotes(first: readonly ShownNote[]): ShownNotes {
  const [notes, setNotes] = useState(first)
  const [removed, setRemoved] = useState<readonly ShownNote[]>([])
  return useMemo(() => {
    const change = (id: string, part: Partial<ShownNote>) =>
      setNotes((all) => all.map((note) => (note.id === id ? { ...note, ...part } : note)))
    return {
      notes,
      saving: { state: 'saved' },
      add(note) {
        const id = crypto.randomUUID()
        setNotes((all) => [...all, { ...note, id, place: placeOf(note.subject) }])
        return id
      },
      change,
      remove(id) {
        setRemoved((all) => [...all, ...notes.filter((note) => note.id === id)])
        setNotes((all) => all.filter((note) => note.id !== id))
      },
      restore: (id) => setNotes((all) => [...all, ...removed.filter((note) => note.id === id)]),
      placeByHand: (id, subject) => change(id, { place: placeOf(subject) }),
      dismiss: (id) => setNotes((all) => all.filter((note) => note.id !== id)),
    }
  }, [notes, removed])
}

function placeOf({ page, words }: NoteSubject): NonNullable<ShownNote['place']> {
  return { page, ranges: words?.ranges ?? [], isApproximate: false }
}
