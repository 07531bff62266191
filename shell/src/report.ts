import type { Call } from '@portal/contract/client'
import { sendReport } from '@portal/contract/portal'

/** What is reported of the tab itself. */
export type ReportingTab = {
  session: string
  composition?: string
  /** By remote, the release that was seen on the page last. */
  releases: Map<string, string>
}

type ReportContext = { remote?: string; release?: string; errorId?: string }
export type Report = (error: unknown, context?: ReportContext) => void

declare global {
  interface Window {
    /** An error-reporting service, where the foundation runs one. */
    errorReporter?: { captureException: (error: unknown, context?: unknown) => void }
  }
}

/** As many as one tab may send: an error in a loop must not flood the log. */
const most = 20

/** Hands errors to the API's log, and to an error-reporting service if one is present. Never throws itself. */
export function createReport(call: Call, tab: ReportingTab): Report {
  let sent = 0
  return (error, context = {}) => {
    console.error(error)
    window.errorReporter?.captureException(error, context)
    if (sent >= most) return
    sent += 1
    const { message, stack } = described(error)
    const body = {
      message: message.slice(0, 2000),
      path: location.pathname.slice(0, 500),
      ...(stack ? { stack: stack.slice(0, 8000) } : {}),
      ...context,
      ...sourceOf(stack, context, tab.releases),
      session: tab.session,
      ...(tab.composition === undefined ? {} : { composition: tab.composition.slice(0, 4000) }),
    }
    void send(call, body)
  }
}

async function send(call: Call, body: Parameters<typeof call<typeof sendReport>>[1]['body']) {
  try {
    // Alive beyond the page: it may be what the page ends by.
    await call(sendReport, { body }, { keepalive: true })
  } catch {
    // Nothing is left to tell it to.
  }
}

/** Also tells of what nobody has caught. */
export function reportUncaught(report: Report): void {
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}

/**
 * Which release an error comes from, as far as that can be known: as whoever reports it says, by the file that the
 * error names, or as what runs of the remote that reports it.
 */
function sourceOf(
  stack: string | undefined,
  { remote, release }: ReportContext,
  releases: ReportingTab['releases'],
): Pick<ReportContext, 'remote' | 'release'> {
  const [, named, from] = /\/remotes\/([a-z0-9-]+)\/([\w.-]+)\//.exec(stack ?? '') ?? []
  const whose = remote ?? named
  if (whose === undefined) return {}
  const id = release ?? (named === whose ? from : releases.get(whose))
  return { remote: whose, ...(id === undefined ? {} : { release: id }) }
}

function described(error: unknown): { message: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? '' : `\nCaused by: ${causes(error.cause)}`
  return { message: `${error.name}: ${error.message}`, stack: `${error.stack ?? ''}${cause}` }
}

function causes(cause: unknown): string {
  return Array.isArray(cause) ? cause.map(String).join('\n') : String(cause)
}
