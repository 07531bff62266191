import { counted } from '@portal/domain/counted'
import type { ResourceMapping } from '@portal/contract/mappings'
import { isShownElsewhere, type PaperCondition } from '@portal/domain/paper-problem'
import { sourceOf } from '@portal/domain/slot-source'

/** What a paper is, in the words of the lists and cards that show it. */
export type PaperKind =
  | 'pdf'
  | 'protected'
  | 'damaged'
  | 'form'
  | 'portfolio'
  | 'document'
  | 'spreadsheet'
  | 'presentation'
  | 'image'
  | 'page'
  | 'link'
  | 'agenda'
  | 'file'

export const paperKindWords: Record<PaperKind, string> = {
  pdf: 'PDF',
  protected: 'Protected PDF',
  damaged: 'Damaged PDF',
  form: 'PDF form',
  portfolio: 'PDF portfolio',
  document: 'Document',
  spreadsheet: 'Spreadsheet',
  presentation: 'Presentation',
  image: 'Image',
  page: 'Web page',
  link: 'External link',
  agenda: 'Agenda',
  file: 'File',
}

/** MIME types of office files that have no kind in their name. */
const officeKinds: Record<string, PaperKind> = {
  'application/msword': 'document',
  'application/rtf': 'document',
  'application/vnd.ms-excel': 'spreadsheet',
  'text/csv': 'spreadsheet',
  'application/vnd.ms-powerpoint': 'presentation',
}

type PaperFile = {
  mimeType: string
  /** Whether a PDF could be read, as the sync has found. */
  condition?: PaperCondition | undefined
}

/** The kind of a file. The sync exports Google's own formats to PDF. */
export function paperKindOf({ mimeType, condition }: PaperFile): PaperKind {
  if (condition === 'encrypted') return 'protected'
  if (condition === 'broken') return 'damaged'
  if (isShownElsewhere(condition)) return condition
  if (/^application\/(?:x-)?pdf$/.test(mimeType) || /vnd\.google-apps\./.test(mimeType)) {
    return 'pdf'
  }
  if (mimeType.startsWith('image/')) return 'image'
  const known = officeKinds[mimeType]
  if (known) return known
  if (/spreadsheet/.test(mimeType)) return 'spreadsheet'
  if (/presentation/.test(mimeType)) return 'presentation'
  if (/wordprocessing|opendocument\.text|^text\//.test(mimeType)) return 'document'
  return 'file'
}

/** Native agenda, then embed, then document: the kind of what a mapping shows, if it shows anything. */
export function contentKindOf(mapping: ResourceMapping): PaperKind | undefined {
  const source = sourceOf(mapping)
  if (source === 'native') return 'agenda'
  if (source === 'embed') return 'page'
  // A document that is gone from the portal isn't in the mapping any more; its slot has a problem.
  if (mapping.document) return paperKindOf(mapping.document)
  return mapping.problem && 'file'
}

/** "PDF · 12 pages": the kind in a word, and its length where pages are counted. */
export function paperFacts(kind: PaperKind, pages: number | undefined): string {
  const word = paperKindWords[kind]
  return pages === undefined ? word : `${word} · ${counted(pages, 'page')}`
}
