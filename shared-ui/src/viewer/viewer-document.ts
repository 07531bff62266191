import { type FirstPage, getDocumentContent } from '@portal/contract/documents'
import { isShownElsewhere, type PaperCondition } from '@portal/domain/paper-problem'
import { pathOf } from '@portal/domain/path-of'
import type { SourceUrls } from './range-source.ts'

/** What the viewer needs to know about a document. */
export type ViewerDocument = {
  id: string
  name: string
  mimeType: string
  webViewLink?: string | undefined
  /** The document's own. */
  condition?: PaperCondition | undefined
  /** Pictures of its first page, shown until the page is drawn. */
  firstPage?: FirstPage | undefined
  /** An earlier version of it; by default the one that the portal shows. */
  version?: number | undefined
  /** Its own addresses, for a file that isn't a document of the portal, such as a board book. */
  file?: SourceUrls | undefined
}

/** Which file a document is. */
export type DocumentFile = Pick<ViewerDocument, 'id' | 'version' | 'file'>

/** Where the viewer reads a document. */
export function sourceUrls({ id, version, file }: DocumentFile): SourceUrls {
  return file ?? readingUrls(id, version)
}

/** Where its original is downloaded. */
export function fileUrl({ id, version, file }: DocumentFile): string {
  return file?.content ?? downloadUrl(id, version)
}

/** The URLs of the viewer's copy and of its opening. */
function readingUrls(id: string, version?: number): SourceUrls {
  const content = { rendition: 'fast', ...versionQuery(version) }
  return {
    content: pathOf(getDocumentContent.path, { id }, content),
    opening: pathOf(getDocumentContent.path, { id }, { ...content, part: 'opening' }),
  }
}

/** The URL of the original, as an attachment. */
function downloadUrl(id: string, version?: number): string {
  return pathOf(getDocumentContent.path, { id }, versionQuery(version))
}

function versionQuery(version: number | undefined) {
  return version === undefined ? {} : { version: String(version) }
}

/** Whether the viewer can show it: PDFs, and Google documents, which are synced as PDFs. */
export function isReadable({ mimeType, name, condition }: ViewerDocument): boolean {
  if (isShownElsewhere(condition)) return false
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

/** A readable name of a file type; the MIME type if there is none. */
export function typeName(mimeType: string): string {
  const known = typeNames[mimeType]
  if (known) return known
  const [kind = '', format = ''] = mimeType.split('/')
  if (kind === 'image') return `${format.replace(/\+.*/, '').toUpperCase()} image`
  if (kind === 'video' || kind === 'audio') return `${format.toUpperCase()} ${kind}`
  return mimeType || 'Unknown type'
}

/** The URL if it is https, otherwise undefined. */
export function safeLink(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:'
    ? url
    : undefined
}
