import type { PDFWorker } from 'pdfjs-dist'
import { provideAnySignal } from '@portal/domain/any-signal'
import { isWebKit } from './browser-print.ts'
import { startWorker } from './pdf-worker.ts'
import { webKitPixelRatio } from './viewport.ts'

type Build = typeof import('./pdfjs-current.ts')

/** pdf.js, its viewer components and a worker shared by all documents. */
export type Pdfjs = Build & { worker: PDFWorker }

const currentWorker = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
const olderWorker = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href

let ready: Promise<Pdfjs> | undefined

/** Loads pdf.js on first use. A failure isn't cached, so the next call tries again. */
export function loadPdfjs(): Promise<Pdfjs> {
  ready ??= start().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  return ready
}

async function start(): Promise<Pdfjs> {
  const current = isCurrentBrowser()
  // The viewer components of pdf.js's older build use it, too.
  provideAnySignal()
  // The worker is the larger file, so it is fetched in parallel with the library.
  const starting = startWorker(current ? currentWorker : olderWorker, () => {
    ready = undefined
  })
  try {
    const [{ library, components }, port] = await Promise.all([
      current ? import('./pdfjs-current.ts') : import('./pdfjs-older.ts'),
      starting,
    ])
    if (isWebKit(navigator.userAgent)) {
      const get = () => webKitPixelRatio(globalThis)
      Object.defineProperty(library.OutputScale, 'pixelRatio', { configurable: true, get })
    }
    return {
      library,
      components,
      worker: library.PDFWorker.create({ port, verbosity: library.VerbosityLevel.ERRORS }),
    }
  } catch (error) {
    void starting.then(
      (port) => port.terminate(),
      () => {},
    )
    throw error
  }
}

/** Whether the browser supports pdf.js's smaller build; older devices, such as iPads, get the legacy build. */
function isCurrentBrowser(): boolean {
  return (
    'getOrInsertComputed' in Map.prototype &&
    'sumPrecise' in Math &&
    'fromBase64' in Uint8Array &&
    'escape' in RegExp &&
    'try' in Promise &&
    'any' in AbortSignal &&
    'parse' in URL
  )
}
