import type { PDFDocumentProxy } from 'pdfjs-dist'

/** How long the browser may take to open a PDF, in ms: it reads it from the server, or from its cache. */
const openingLimit = 20_000

/**
 * Whether the browser's own viewer prints a PDF in a frame: Chromium's and Firefox's on computers do. WebKit's prints the
 * frame, or opens nothing; docs/decisions/0101-printing-the-file.md.
 */
export function hasOwnPrinting({ userAgent, pdfViewerEnabled }: Navigator): boolean {
  return pdfViewerEnabled && !isWebKit(userAgent) && !/Android|Mobile/.test(userAgent)
}

export function isWebKit(userAgent: string): boolean {
  return /AppleWebKit/.test(userAgent) && !/Chrome/.test(userAgent)
}

/**
 * Hands the file at this address to the browser's own viewer, which prints it. False if that isn't possible: the file is
 * encrypted, or doesn't open. The frame stays until the signal aborts, because the viewer reads the file while it prints.
 */
export async function printByBrowser(
  pdf: PDFDocumentProxy,
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  // The viewer would ask for the password in a frame that nobody sees.
  if ((await pdf.getPermissions()) !== null) return false
  signal.throwIfAborted()
  const frame = document.createElement('iframe')
  signal.addEventListener('abort', () => frame.remove(), { once: true })
  try {
    await opened(frame, address)
    signal.throwIfAborted()
    frame.contentWindow!.focus()
    frame.contentWindow!.print()
    return true
  } catch (error) {
    frame.remove()
    if (signal.aborted) throw error
    return false
  }
}

/** Off the screen and not hidden: browsers open nothing in a frame without a size. */
function opened(frame: HTMLIFrameElement, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('The viewer didn’t open.')), openingLimit)
  frame.addEventListener('load', () => resolve(), { once: true })
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.style.cssText =
    'position: fixed; inset-block-start: 0; inset-inline-start: -200vw; inline-size: 100vw; block-size: 100vh; border: 0'
  frame.src = address
  document.body.append(frame)
  return promise.finally(() => clearTimeout(timer))
}
