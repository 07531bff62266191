import { BookOpen } from 'lucide-react'
import { type PaperKind, paperKindWords } from './paper-kind.ts'
import { PaperKindIcon, PaperPicture } from './paper-picture.tsx'

const cards = {
  display: 'grid',
  gap: '1rem',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
}
const kinds = Object.keys(paperKindWords) as PaperKind[]

export function FirstPages() {
  return (
    <div style={cards}>
      <PaperPicture kind="pdf" size="small" firstPage={page(828)} />
      <PaperPicture kind="presentation" size="small" firstPage={page(360)} />
      <PaperPicture kind="pdf" size="small" firstPage={page(1280)} />
      <PaperPicture kind="pdf" size="card" firstPage={page(828)} />
      <PaperPicture kind="presentation" size="card" firstPage={page(360)} />
    </div>
  )
}

export function SheetsOfEachKind() {
  return (
    <div style={cards}>
      {kinds.map((kind) => (
        <PaperPicture key={kind} kind={kind} size="small" />
      ))}
    </div>
  )
}

export function CardsOfEachKind() {
  return (
    <div style={cards}>
      {kinds.map((kind) => (
        <PaperPicture key={kind} kind={kind} size="card" />
      ))}
    </div>
  )
}

export function IconsOfEachKind() {
  return kinds.map((kind) => (
    <p key={kind}>
      <PaperKindIcon kind={kind} /> {paperKindWords[kind]}
    </p>
  ))
}

/** An icon of the menu takes the place of the kind's own. */
export function OwnIcon() {
  return <PaperPicture kind="document" size="small" icon={<BookOpen />} />
}

/** The sheet takes the place of a picture that does not load. */
export function BrokenPicture() {
  const nothing = 'data:image/webp;base64,AA'
  return (
    <div style={cards}>
      <PaperPicture
        kind="pdf"
        size="card"
        firstPage={{ narrow: nothing, wide: nothing, height: 828 }}
      />
    </div>
  )
}

function page(height: number) {
  const lines = Array.from(
    { length: Math.floor((height - 250) / 40) },
    (_, at) =>
      `<rect x="80" y="${210 + at * 40}" width="${at % 4 === 3 ? 300 : 480}" height="10"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${height}"><rect width="640" height="${height}" fill="white"/><text x="80" y="140" font-size="52" font-family="serif">Cash Flow Summary</text><g fill="silver">${lines.join('')}</g></svg>`
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return { narrow: url, wide: url, height }
}
