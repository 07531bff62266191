import { getDocumentContent } from '@portal/contract/documents'
import { pathOf } from '@portal/contract/endpoint'
import type { SourceUrls } from './range-source.ts'

/** What the viewer must know of a document. */
export type ViewerDocument = {
  id: string
  name: string
  mimeType: string
  webViewLink?: string | undefined
}

/** The copy made for the viewer, and what its first page is read from. */
export function readingUrls(id: string): SourceUrls {
  const content = { rendition: 'fast' }
  return {
    content: pathOf(getDocumentContent.path, { id }, content),
    opening: pathOf(getDocumentContent.path, { id }, { ...content, part: 'opening' }),
  }
}

/** The original bytes, as an attachment. */
export function downloadUrl(id: string): string {
  return pathOf(getDocumentContent.path, { id })
}

/** PDFs, and the drive's own papers, which are synced as PDFs. */
export function isReadable({ mimeType, name }: ViewerDocument): boolean {
  if (mimeType === '') return /\.pdf$/i.test(name) || !/\.\w{2,5}$/.test(name)
  if (mimeType === 'application/pdf' || mimeType === 'application/x-pdf') return true
  return /^application\/vnd\.google-apps\.(document|spreadsheet|presentation|drawing)$/.test(
    mimeType,
  )
}

const typeNames: Record<string, string> = {
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.ms-excel': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.ms-powerpoint': 'PowerPoint presentation',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'PowerPoint presentation',
  'application/zip': 'ZIP archive',
  'text/plain': 'Text file',
  'text/csv': 'CSV table',
}

/** A type in a person's words; the MIME type itself where there are none. */
export function typeName(mimeType: string): string {
  const known = typeNames[mimeType]
  if (known) return known
  const [kind = '', format = ''] = mimeType.split('/')
  if (kind === 'image') return `${format.replace(/\+.*/, '').toUpperCase()} image`
  if (kind === 'video' || kind === 'audio') return `${format.toUpperCase()} ${kind}`
  return mimeType || 'Unknown type'
}

/** An https address only; anything else is no link. */
export function safeLink(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:'
    ? url
    : undefined
}
