import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useSamplePdf } from '../../stories/sample-reading.ts'
import { ContentsPanel } from './contents-panel.tsx'

const go = () => undefined

export function Chapters() {
  const pdf = useSamplePdf()
  return pdf ? <ContentsPanel document={pdf} page={2} onGo={go} /> : null
}

/** Entries without a place in the document can’t be pressed. */
export function LongText() {
  return <ContentsPanel document={nested} page={1} onGo={go} />
}

export function Loading() {
  return <ContentsPanel document={loading} page={1} onGo={go} />
}

export function Empty() {
  return <ContentsPanel document={empty} page={1} onGo={go} />
}

const nested = withOutline(async () => [
  {
    title: 'Report of the Governance and Nominating Committee on the composition of the board',
    dest: null,
    items: [
      { title: 'Candidates', dest: [0], items: [{ title: 'Terms', dest: [1], items: [] }] },
      { title: 'Attachments', dest: [11], items: [] },
    ],
  },
])
const loading = withOutline(() => new Promise<never>(() => {}))
const empty = withOutline(async () => [])

function withOutline(getOutline: () => Promise<unknown[]>): PDFDocumentProxy {
  return { getOutline } as object as PDFDocumentProxy
}
