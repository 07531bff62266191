import type { ConsoleMessage, Page, Request, Response } from '@playwright/test'

/** The faults on a page, as sentences. */
export type Fault = string

/**
 * The time to wait for the report of a part that shows an error, in ms; refusals by the API are
 * shown without one.
 */
const reportTimeout = 5000

/** A page that requests one address so often and is still loading requests it without end. */
const endless = 20

const policyWords = /Content.Security.Policy|TrustedHTML|TrustedScript|integrity/i

/**
 * Collects a page's faults from now on: exceptions, reports, policy violations and parts shown as
 * failed.
 */
export function watchPage(page: Page): {
  faults: () => Fault[]
  seen: () => Promise<Fault[]>
  /** The stack of the first exception. */
  thrown: () => string | undefined
  /** Why a page was still loading when its time was up. */
  loadingFault: (seconds: number) => Fault
  /** Whether the page is broken in a way that a busy machine can't cause: the shell has found that, or it requests without end. */
  isCertain: () => boolean
} {
  const faults: Fault[] = []
  const requests = new Map<string, number>()
  let isCertain = false
  let thrown: string | undefined
  page.on('pageerror', (error) => {
    thrown ??= error.stack
    faults.push(`it threw ${firstLine(error.message)}`)
  })
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' && policyWords.test(message.text())) {
      faults.push(`the page’s policy blocked it: ${firstLine(message.text())}`)
    }
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    faults.push(...reported(request))
    isCertain ||= isReport(request) && reportIn(request).kind !== undefined
  })
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 500) {
      faults.push(`${pathname} was answered with ${response.status()}`)
    }
  })
  return {
    faults: () => [...new Set(faults)],
    thrown: () => thrown,
    loadingFault(seconds) {
      const [address, count] = [...requests].reduce(
        (most, each) => (each[1] > most[1] ? each : most),
        ['', 0],
      )
      const loading = `it was still loading after ${seconds} s`
      if (count < endless) return loading
      isCertain = true
      return `${loading}, and had requested ${address} ${count} times`
    },
    isCertain: () => isCertain,
    async seen() {
      // A failed part offers Try Again, and says what has failed.
      const panels = page.getByRole('alert').filter({
        has: page.getByRole('button', { name: 'Try Again' }),
      })
      const shown = (await panels.allInnerTexts()).map((text) => `it shows “${firstLine(text)}”`)
      // Its report waits for the reader's token.
      if (shown.length > 0 && faults.length === 0) {
        await page.waitForRequest(isReport, { timeout: reportTimeout }).catch(() => undefined)
      }
      return [...new Set([...faults, ...shown])]
    },
  }
}

/** Errors that the shell reports to the API. A refusal by the API isn't a fault of the release. */
function reported(request: Request): Fault[] {
  if (!isReport(request)) return []
  const { message } = reportIn(request)
  return message === undefined || message.startsWith('ApiError') ? [] : [firstLine(message)]
}

function reportIn(request: Request): { message?: string; kind?: string } {
  return (request.postDataJSON() ?? {}) as { message?: string; kind?: string }
}

function isReport(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/reports'
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.trim()
}
