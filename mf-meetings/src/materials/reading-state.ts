import type { Reading } from '@portal/contract/reading'
import { durationText } from '@portal/domain/agenda-item'
import { isDocument, type Material } from '../shared/materials-of.ts'

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

/** "3 of 9 read · about 35 min left"; undefined if no paper can be read here. */
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
  const time = left > 0 ? ` · about ${durationText(left)} left` : ''
  return `${read} of ${readable.length} read${time}`
}
