import type { NoteMark } from '@portal/domain/note-picture'
import { samplePaper } from '../stories/page.tsx'
import { NotePicture, type PicturedNote } from './note-picture.tsx'

const area: NoteMark = { rectangle: { x: 0.12, y: 0.2, width: 0.5, height: 0.1 } }
const arc = Array.from({ length: 40 }, (_, at) => ({
  x: 0.3 + 0.12 * Math.cos(at / 6),
  y: 0.25 + 0.05 * Math.sin(at / 6),
}))
const drawing: NoteMark = { ink: [arc, [{ x: 0.45, y: 0.25 }]] }

type PictureProps = Pick<PicturedNote, 'mark' | 'color'> & { isGone?: boolean }

function Picture({ mark, color, isGone = false }: PictureProps) {
  const file = isGone ? undefined : samplePaper
  const text = 'A mark on page 1 of Cash Flow Summary'
  return <NotePicture mark={mark} note={{ file, page: 1, color, mark }} text={text} />
}

export function Area() {
  return <Picture mark={area} color="pink" />
}

export function Drawing() {
  return <Picture mark={drawing} color="blue" />
}

export function YellowDrawing() {
  return <Picture mark={drawing} color="yellow" />
}

export function DrawingOnAPaperThatIsGone() {
  return <Picture mark={drawing} color="green" isGone />
}

export function Awaited() {
  return <NotePicture mark={area} note={undefined} text="An area on page 1" />
}
