import { Redo2, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { Button } from '../../button.tsx'
import { copyText } from '../../copy-text.ts'
import { VisuallyHidden } from '../../visually-hidden.tsx'
import type { PdfReading } from '../pdf-reading.ts'
import type { NoteColor, NoteSubject, ShownNote, ShownNotes } from '../shown-notes.ts'
import { SidePanel } from '../side-panel.tsx'
import { ToolButton } from '../tool-button.tsx'
import { ColorButtons } from './color-buttons.tsx'
import { ModeBar, NoteSteps } from './note-bars.tsx'

import { subjectWords } from './note-words.ts'
import { type NoteMaking, NotesPanel } from './notes-panel.tsx'
import { longestQuotation } from './selected-words.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useBarPlace, useListPlace } from './use-bar-place.ts'
import { type Drawing, useDrawing, useInked } from './use-drawing.ts'
import { useKeySelection } from './use-key-selection.ts'
import { type NoteCommand, useNoteKeys } from './use-note-keys.ts'
import { useNoting } from './use-noting.ts'
import { useSelection } from './use-selection.ts'

type PaperNotesProps = {
  root: RefObject<HTMLElement | null>
  reading: PdfReading
  notes: ShownNotes
  isListed: boolean
  onList: (isListed: boolean) => void
}

type Mode = Exclude<NoteMaking, 'page'> | { place: ShownNote }
/** Where the focus goes once the list is shown. */
type Wanted = { id: string; part: 'note' | 'text' | 'undo' }

/** The reader's notes on an open paper: marks in its pages, the bar at selected words, and the list. */
export function PaperNotes({ root, reading, notes, isListed, onList }: PaperNotesProps) {
  const [mode, setMode] = useState<Mode>()
  const wanted = useRef<Wanted>(undefined)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const panel = useRef<HTMLElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const { container } = reading.layers
  const drawn = mode === 'ink' || mode === 'area' ? mode : undefined
  const open = (id: string, part: Wanted['part']) => {
    onList(true)
    wanted.current = { id, part }
    renderAgain()
  }
  const noting = useNoting({
    reading,
    shown: notes,
    onTapped: ({ id }) => open(id, 'note'),
    isDrawing: drawn !== undefined,
  })
  const [inked, setInked] = useInked(notes, mode !== undefined)
  const drawing = useDrawing({
    reading,
    marks: noting.marks,
    kind: drawn ?? (mode === undefined ? 'pen' : undefined),
    onBegun() {
      setInked([])
      clearSelection()
      setMode('ink')
    },
    onMade(color, subject) {
      const id = noting.add(color, subject)
      if (!subject.rectangle) return setInked((before) => [...before, id])
      setMode(undefined)
      open(id, 'text')
    },
  })
  const [selected, clearSelection] = useSelection(reading.layers)
  const words = useKeySelection(reading, mode === 'words' || isPlacing(mode))
  const style = useBarPlace(bar, container, selected)

  // After the panel, which takes the focus when it opens; a new note may arrive later.
  useEffect(() => {
    if (!wanted.current || !isListed) return
    const { id, part } = wanted.current
    const entry = panel.current?.querySelector<HTMLElement>(`[data-note="${CSS.escape(id)}"]`)
    const target = {
      note: entry?.querySelector<HTMLElement>('button'),
      text: entry?.querySelector('textarea'),
      undo: panel.current?.querySelector<HTMLElement>('[data-undo]'),
    }[part]
    if (!target) return
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    wanted.current = undefined
  })

  const over = useListPlace(reading, isListed)
  const { current, marks } = noting
  useEffect(() => {
    if (isListed && current !== undefined) marks?.uncover()
  }, [isListed, current, marks])
  useEffect(() => {
    if (current === undefined) return
    const chosen = panel.current?.querySelector(`[data-note="${CSS.escape(current)}"]`)
    chosen?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const uncoverPages = () => {
    const covers = panel.current && getComputedStyle(panel.current).position === 'absolute'
    if (covers) onList(false)
  }
  const begin = (next: Mode) => {
    uncoverPages()
    setInked([])
    clearSelection()
    setMode(next)
    container.focus({ preventScroll: true })
  }
  const endMode = () => {
    if (drawn === 'ink') drawing.finish()
    setMode(undefined)
    clearSelection()
    container.focus({ preventScroll: true })
  }
  const make = (kind: NoteMaking) => {
    if (kind === 'page') write('yellow', { page: reading.state().page })
    else begin(kind)
  }
  const write = (color: NoteColor, subject: NoteSubject) => open(noting.add(color, subject), 'text')
  const afterWords = () => {
    clearSelection()
    if (mode !== 'words') setMode(undefined)
    container.focus({ preventScroll: true })
  }
  useNoteKeys(root, (command, target) => {
    const run: Record<NoteCommand, () => boolean> = {
      nextNote: () => noting.step(1),
      previousNote: () => noting.step(-1),
      selectWords() {
        if (mode === 'words') endMode()
        else begin('words')
        return true
      },
      enter() {
        const first = bar.current?.querySelector('button')
        if (!first || target !== container) return false
        first.focus()
        return true
      },
      escape() {
        if (bar.current?.contains(target)) container.focus({ preventScroll: true })
        else if (selected && !mode) clearSelection()
        else if (mode) endMode()
        else return false
        return true
      },
    }
    return run[command]()
  })

  return (
    <>
      {isListed ? (
        <SidePanel
          ref={panel}
          title="Notes"
          over={over}
          onClose={() => onList(false)}
          tools={<NoteSteps isEmpty={!notes.notes.some(({ place }) => place)} step={noting.step} />}
        >
          <NotesPanel
            shown={notes}
            current={noting.current}
            removed={noting.removed}
            onMake={make}
            onGo={(note) => {
              noting.select(note)
              uncoverPagesOnSecondPress(note)
            }}
            onRemove={(note) => {
              noting.remove(note)
              wanted.current = { id: note.id, part: 'undo' }
            }}
            onRestore={() => {
              if (noting.removed !== undefined)
                wanted.current = { id: noting.removed, part: 'note' }
              noting.restore()
            }}
            onPlace={(note) => begin({ place: note })}
            onDismiss={({ id }) => {
              notes.dismiss(id)
              // Its button is removed with the note.
              panel.current?.focus()
            }}
          />
        </SidePanel>
      ) : null}
      {selected && !drawn ? (
        <SelectionBar
          ref={bar}
          style={style}
          isTooLong={(selected.subject.words?.exact.length ?? 0) > longestQuotation}
          isPlacing={isPlacing(mode)}
          onHighlight={(color) => {
            noting.add(color, selected.subject)
            afterWords()
          }}
          onNote={() => {
            clearSelection()
            setMode(undefined)
            write('yellow', selected.subject)
          }}
          onAsk={
            notes.ask &&
            (() => {
              const { subject } = selected
              afterWords()
              notes.ask?.(subject)
            })
          }
          onPlace={() => {
            if (isPlacing(mode)) notes.placeByHand(mode.place.id, selected.subject)
            afterWords()
          }}
          onCopy={() => {
            void copyText(selected.subject.words?.exact ?? '')
            afterWords()
          }}
        />
      ) : null}
      {mode ? <Making mode={mode} drawing={drawing} onEnd={endMode} /> : null}
      {inked.length > 0 ? (
        <ModeBar sentence="Your drawing is kept as a note." end="Close" onEnd={() => setInked([])}>
          <Button
            icon={<Undo2 />}
            onClick={() => {
              for (const id of inked) notes.remove(id)
              setInked([])
              container.focus({ preventScroll: true })
            }}
          >
            Undo
          </Button>
        </ModeBar>
      ) : null}
      <VisuallyHidden>
        <output aria-live="polite">{words || noting.announced}</output>
      </VisuallyHidden>
    </>
  )

  /** In a narrow window the list covers the pages: the first press opens a note, the next one shows it. */
  function uncoverPagesOnSecondPress({ id }: ShownNote) {
    if (id === noting.current) uncoverPages()
  }
}

function isPlacing(mode: Mode | undefined): mode is { place: ShownNote } {
  return typeof mode === 'object'
}

type MakingProps = { mode: Mode; drawing: Drawing; onEnd: () => void }

function Making({ mode, drawing, onEnd }: MakingProps) {
  if (mode === 'area') {
    return (
      <ModeBar
        sentence="Drag a rectangle over what the note is about."
        end="Cancel"
        onEnd={onEnd}
      />
    )
  }
  if (isPlacing(mode)) {
    return (
      <ModeBar
        sentence="Select the words that this note is about."
        quotation={mode.place.subject.words && subjectWords(mode.place)}
        end="Cancel"
        onEnd={onEnd}
      />
    )
  }
  if (mode === 'words') {
    const sentence =
      'Left and right arrows select words, up and down sentences; Shift selects more. Enter chooses what to do with them.'
    return <ModeBar sentence={sentence} end="Done" onEnd={onEnd} />
  }
  return (
    <ModeBar sentence="Draw with a pencil, a finger or the mouse." end="Done" onEnd={onEnd}>
      <ColorButtons action="Draw in" chosen={drawing.color} onChoose={drawing.setColor} />
      <ToolButton
        label="Undo"
        icon={<Undo2 />}
        disabled={!drawing.canUndo}
        onPress={drawing.undo}
      />
      <ToolButton
        label="Redo"
        icon={<Redo2 />}
        disabled={!drawing.canRedo}
        onPress={drawing.redo}
      />
    </ModeBar>
  )
}
