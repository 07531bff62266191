import type { Reading } from '@portal/contract/reading'
import { durationText } from '@portal/domain/agenda-item'
import { counted } from '@portal/domain/counted'
import { isDocument, type Material } from './materials-of.ts'

/** How far the reader is with a paper; absent if they haven't begun it, or if it isn't a document. */
export type ReadingState = 'Read' | 'Reading' | 'New version'

type Read = Pick<Reading, 'isOn' | 'papers'>

export function readingStateOf(
  { mapping: { document } }: Material,
  { papers }: Read,
): ReadingState | undefined {
  const paper = papers.find(({ documentId }) => documentId === document?.id)
  if (!document || !paper) return undefined
  if (paper.isRead) return 'Read'
  if (paper.version !== undefined && paper.version < (document.version ?? 1)) return 'New version'
  return paper.pages.length > 0 ? 'Reading' : undefined
}

/** "3 of 9 read, about 35 min left"; undefined if no paper can be read here. */
export function readingSummary(materials: readonly Material[], reading: Read): string | undefined {
  const readable = materials.filter(isDocument)
  if (!reading.isOn || readable.length === 0) return undefined
  const read = readable.filter((material) => readingStateOf(material, reading) === 'Read').length
  if (read === readable.length) return readable.length === 1 ? 'Read' : `All ${read} papers read`
  const ids = new Set(readable.map(({ mapping }) => mapping.document?.id))
  const left = reading.papers.reduce(
    (sum, { documentId, minutesLeft = 0 }) => sum + (ids.has(documentId) ? minutesLeft : 0),
    0,
  )
  const time = left > 0 ? `, about ${durationText(left)} left` : ''
  return `${read} of ${readable.length} read${time}`
}

/** "The agenda and 1 web page aren’t counted." Undefined if every material is counted. */
export function notCountedText(materials: readonly Material[]): string | undefined {
  const others = materials.filter((material) => !isDocument(material))
  const pages = others.filter(({ kind }) => kind === 'page').length
  const missing = others.filter(({ kind }) => kind !== 'page' && kind !== 'agenda').length
  const names = [
    ...(others.some(({ kind }) => kind === 'agenda') ? ['the agenda'] : []),
    ...(pages > 0 ? [counted(pages, 'web page')] : []),
    ...(missing > 0 ? [counted(missing, 'missing paper')] : []),
  ]
  if (names.length === 0) return undefined
  const listed = new Intl.ListFormat('en').format(names)
  const verb = others.length === 1 ? 'isn’t' : 'aren’t'
  return `${listed[0]!.toUpperCase()}${listed.slice(1)} ${verb} counted.`
}

/** The paper to read next: one that the reader has begun or that has changed, else the first unread one. */
export function nextToRead(
  materials: readonly Material[],
  reading: Read,
): { material: Material; hasBegun: boolean } | undefined {
  const readable = materials.filter((material) => isDocument(material) && !material.mapping.problem)
  const states = readable.map((material) => readingStateOf(material, reading))
  const begun = states.findIndex((state) => state === 'Reading' || state === 'New version')
  const material = readable[begun] ?? readable[states.indexOf(undefined)]
  return material && { material, hasBegun: states.some((state) => state !== undefined) }
}
