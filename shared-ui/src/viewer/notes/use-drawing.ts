import { useEffect, useEffectEvent, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import type { InkLine, NoteColor, NoteSubject } from '../shown-notes.ts'
import { type Drawn, drawOnPages } from './draw-on-pages.ts'
import type { Draft, NoteMarks } from './note-marks.ts'

export type Drawing = {
  color: NoteColor
  setColor: (color: NoteColor) => void
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  /** Makes a note of the lines on each page. */
  finish: () => void
}

type Stroke = { page: number; line: InkLine }

/** The most points that the ink of a note has: about 80 KB. */
const mostPoints = 6000

type Options = {
  reading: PdfReading
  marks: NoteMarks | undefined
  kind: 'ink' | 'area' | undefined
  onMade: (color: NoteColor, subject: NoteSubject) => void
}

/** Lines or an area that the reader draws on the pages. Lines become notes when they are done, or leave the paper. */
export function useDrawing({ reading, marks, kind, onMade }: Options): Drawing {
  const [color, setColor] = useState<NoteColor>('yellow')
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [undone, setUndone] = useState<readonly Stroke[]>([])

  const show = useEffectEvent((current: Drawn) => {
    const drafts = draftsOf(strokes, color)
    if (current.rectangle) {
      drafts.push({ color, subject: { page: current.page, rectangle: current.rectangle } })
    } else {
      drafts.push({ color, subject: { page: current.page, ink: [current.line] } })
    }
    marks?.showDrafts(drafts)
  })
  const keep = useEffectEvent((drawn: Drawn) => {
    if (drawn.rectangle) return onMade(color, { page: drawn.page, rectangle: drawn.rectangle })
    setStrokes([...strokes, { page: drawn.page, line: drawn.line }])
    setUndone([])
  })
  const finish = useEffectEvent(() => {
    for (const subject of inkOf(strokes)) onMade(color, subject)
    setStrokes([])
    setUndone([])
  })

  useEffect(() => {
    if (!kind) return undefined
    const { layers } = reading
    const end = drawOnPages({ layers, kind, onDrawing: show, onDrawn: keep })
    const onHidden = () => document.visibilityState === 'hidden' && finish()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      end()
      document.removeEventListener('visibilitychange', onHidden)
      finish()
    }
  }, [reading, kind])
  useEffect(() => marks?.showDrafts(draftsOf(strokes, color)), [strokes, color, marks])

  const last = strokes.at(-1)
  const lastUndone = undone.at(-1)
  return {
    color,
    setColor,
    canUndo: last !== undefined,
    canRedo: lastUndone !== undefined,
    undo() {
      if (!last) return
      setStrokes(strokes.slice(0, -1))
      setUndone([...undone, last])
    },
    redo() {
      if (!lastUndone) return
      setUndone(undone.slice(0, -1))
      setStrokes([...strokes, lastUndone])
    },
    finish,
  }
}

function draftsOf(strokes: readonly Stroke[], color: NoteColor): Draft[] {
  return inkOf(strokes).map((subject) => ({ color, subject }))
}

/** The lines of each page, in as many notes as they need. */
export function inkOf(strokes: readonly Stroke[]): NoteSubject[] {
  return [...Map.groupBy(strokes, ({ page }) => page)].flatMap(([page, own]) => {
    const parts: InkLine[][] = []
    let room = 0
    for (const line of own.flatMap((stroke) => piecesOf(stroke.line))) {
      // A dot is stored as a line of two points, and each line has a beginning.
      const size = Math.max(line.length, 2) + 1
      if (size > room) {
        parts.push([])
        room = mostPoints
      }
      parts.at(-1)!.push(line)
      room -= size
    }
    return parts.map((ink) => ({ page, ink }))
  })
}

/** A very long line in pieces that meet. */
function piecesOf(line: InkLine): InkLine[] {
  const pieces: InkLine[] = []
  for (let at = 0; at === 0 || at < line.length - 1; at += mostPoints - 1) {
    pieces.push(line.slice(at, at + mostPoints))
  }
  return pieces
}
