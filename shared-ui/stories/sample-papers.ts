import type { ViewerDocument } from '../src/viewer/viewer-document.ts'
import { samplePdf } from './sample-pdf.ts'

const mimeType = 'application/pdf'

export const samplePaper: ViewerDocument = { id: 'sample', name: 'Cash Flow Summary', mimeType }
export const missingPaper: ViewerDocument = { id: 'missing', name: 'Missing paper', mimeType }
export const brokenPaper: ViewerDocument = { id: 'broken', name: 'Damaged paper', mimeType }
/** Never arrives. */
export const slowPaper: ViewerDocument = { id: 'slow', name: 'Slow paper', mimeType }

/** Responds to the stories' API requests; there is no server behind them. */
export function answerSamplePapers(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const id = /^\/api\/documents\/([^/]+)\/content$/.exec(pathname)?.[1]
    return id === undefined ? fetch(input, init) : answer(id)
  }
}

async function answer(id: string): Promise<Response> {
  const headers = { 'content-type': mimeType }
  if (id === samplePaper.id) return new Response(samplePdf(), { headers })
  if (id === brokenPaper.id) return new Response('This is no PDF.', { headers })
  if (id === slowPaper.id) return new Promise<never>(() => {})
  return new Response(null, { status: 404 })
}
