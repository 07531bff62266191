import { type NoteMark, picturedPart } from '@portal/domain/note-picture'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PicturedNote } from './viewer/notes/draw-note.ts'
import styles from './note-picture.module.css'

export type { PicturedNote }

/** Its proportions until it is drawn: most pages are as high. */
const usualHeight = 11 / 8.5

type NotePictureProps = {
  mark: NoteMark
  /** Undefined until its place is known; a note with another place needs another key. */
  note: PicturedNote | undefined
  /** What it shows, in words. */
  text: string
}

/** An area or a drawing on its page, drawn while it is near the window's view. Nothing if it can't be drawn. */
export function NotePicture({ mark, note, text }: NotePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isFailed, setFailed] = useState(false)
  const draw = useEffectEvent((signal: AbortSignal) => {
    drawLater(canvas.current!, note!, signal).catch(() => {
      if (!signal.aborted) setFailed(true)
    })
  })
  const isPlaced = note !== undefined
  useEffect(() => {
    if (!isPlaced) return undefined
    let leaving = new AbortController()
    const observer = new IntersectionObserver(
      ([change]) => {
        leaving.abort()
        leaving = new AbortController()
        if (change!.isIntersecting) draw(leaving.signal)
        else release(canvas.current)
      },
      { rootMargin: '400px 0px' },
    )
    if (canvas.current) observer.observe(canvas.current)
    return () => {
      leaving.abort()
      observer.disconnect()
    }
  }, [isPlaced])
  if (isFailed) return null
  const { width, height } = picturedPart(mark)
  return (
    <canvas
      ref={canvas}
      className={styles.picture}
      style={{ '--ratio': width / (height * usualHeight) } as CSSProperties}
      width={0}
      height={0}
      role="img"
      aria-label={text}
    />
  )
}

/** The memory of a picture that is far away. */
function release(canvas: HTMLCanvasElement | null): void {
  if (!canvas) return
  canvas.width = 0
  canvas.height = 0
}

/** Loads pdf.js with the first picture. */
async function drawLater(canvas: HTMLCanvasElement, note: PicturedNote, signal: AbortSignal) {
  const { drawNote } = await import('./viewer/notes/draw-note.ts')
  await drawNote(canvas, note, signal)
}

/** A note's picture as a `data:` address, for a file; undefined if it can't be drawn. */
export async function notePictureUrl(note: PicturedNote): Promise<string | undefined> {
  const canvas = document.createElement('canvas')
  try {
    await drawLater(canvas, note, new AbortController().signal)
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return undefined
  } finally {
    release(canvas)
  }
}
