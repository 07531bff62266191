import type { ConsoleMessage, Page, Request, Response } from '@playwright/test'

/** What went wrong on a page, in a sentence. */
export type Complaint = string

/** For the report of what a page shows as failed, in ms; what the API refused is shown without one. */
const reportPatience = 5000

const policyWords = /Content.Security.Policy|TrustedHTML|TrustedScript|integrity/i

/** Collects what goes wrong on a page from now on: what is thrown, reported, refused by its policy or shown as failed. */
export function watchPage(page: Page): {
  complaints: () => Complaint[]
  seen: () => Promise<Complaint[]>
} {
  const complaints: Complaint[] = []
  page.on('pageerror', (error) => complaints.push(`it threw ${firstLine(error.message)}`))
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' && policyWords.test(message.text())) {
      complaints.push(`the page’s policy refused it: ${firstLine(message.text())}`)
    }
  })
  page.on('request', (request) => complaints.push(...reported(request)))
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 500) {
      complaints.push(`${pathname} was answered by ${response.status()}`)
    }
  })
  return {
    complaints: () => [...new Set(complaints)],
    async seen() {
      // A part that failed offers to try again, and says what has failed.
      const panels = page.getByRole('alert').filter({
        has: page.getByRole('button', { name: 'Try Again' }),
      })
      const shown = (await panels.allInnerTexts()).map((text) => `it shows “${firstLine(text)}”`)
      // What it reports of that waits for the reader's token.
      if (shown.length > 0 && complaints.length === 0) {
        await page.waitForRequest(isReport, { timeout: reportPatience }).catch(() => undefined)
      }
      return [...new Set([...complaints, ...shown])]
    },
  }
}

/** What the shell tells the API of errors that it has caught. What the API refused is no fault of the release's. */
function reported(request: Request): Complaint[] {
  if (!isReport(request)) return []
  const { message } = (request.postDataJSON() ?? {}) as { message?: string }
  return message === undefined || message.startsWith('ApiError') ? [] : [firstLine(message)]
}

function isReport(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/reports'
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.trim()
}
