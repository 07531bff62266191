import type { ConsoleMessage, Page, Request, Response } from '@playwright/test'

/** The faults on a page, as sentences. */
export type Fault = string

/**
 * The time to wait for the report of a part that shows an error, in ms; refusals by the API are
 * shown without one.
 */
const reportTimeout = 5000

const policyWords = /Content.Security.Policy|TrustedHTML|TrustedScript|integrity/i

/**
 * Collects a page's faults from now on: exceptions, reports, policy violations and parts shown as
 * failed.
 */
export function watchPage(page: Page): {
  faults: () => Fault[]
  seen: () => Promise<Fault[]>
  /** Whether the shell has found the page broken without an error, which a busy machine can't cause. */
  isCertain: () => boolean
} {
  const faults: Fault[] = []
  let isCertain = false
  page.on('pageerror', (error) => faults.push(`it threw ${firstLine(error.message)}`))
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' && policyWords.test(message.text())) {
      faults.push(`the page’s policy blocked it: ${firstLine(message.text())}`)
    }
  })
  page.on('request', (request) => {
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
