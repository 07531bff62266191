import { type Call, isApiError } from '@portal/remote-kit/client'
import type { ReleaseError } from '@portal/contract/outcomes'
import { sendReport } from '@portal/contract/portal'
import { silentFailureOf } from './failure-stage.ts'

/** What is reported about the tab itself. */
export type ReportingTab = {
  session: string
  composition?: string
  /** By remote, the release that was last rendered on the page. */
  releases: Map<string, string>
  /** Counts an error of a release for its team; absent in a trial. */
  countError?: (error: ReleaseError) => void
}

type ReportContext = { remote?: string; release?: string; errorId?: string }
export type Report = (error: unknown, context?: ReportContext) => void

declare global {
  interface Window {
    /** An error-reporting service, if the foundation runs one. */
    errorReporter?: { captureException: (error: unknown, context?: unknown) => void }
  }
}

/** The maximum per tab: an error in a loop must not flood the log. */
const most = 20

/**
 * Sends errors to the API's log, and to an error-reporting service if there is one. Never throws.
 */
export function createReport(call: Call, tab: ReportingTab): Report {
  let sent = 0
  return (error, context = {}) => {
    console.error(error)
    window.errorReporter?.captureException(error, context)
    if (sent >= most) return
    sent += 1
    const { message, stack } = described(error)
    const silent = silentFailureOf(error)
    const source = sourceOf(stack, context, tab.releases)
    const { remote, release } = source
    // One without an error is counted with its outcome.
    if (remote !== undefined && release !== undefined && !silent) {
      const of = { remote, release, message: messageForTeam(error) }
      tab.countError?.({ ...of, ...(stack ? { stack: stack.slice(0, 4000) } : {}) })
    }
    const body = {
      message: message.slice(0, 2000),
      path: (silent?.route ?? location.pathname).slice(0, 500),
      ...(stack ? { stack: stack.slice(0, 8000) } : {}),
      ...context,
      ...(silent ? { kind: silent.kind } : {}),
      ...source,
      session: tab.session,
      ...(tab.composition === undefined ? {} : { composition: tab.composition.slice(0, 4000) }),
    }
    void send(call, body)
  }
}

async function send(call: Call, body: Parameters<typeof call<typeof sendReport>>[1]['body']) {
  try {
    // `keepalive`: the page may end with this error.
    await call(sendReport, { body }, { keepalive: true })
  } catch {
    // There is nowhere left to report this.
  }
}

/** Also reports uncaught errors. */
export function reportUncaught(report: Report): void {
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}

/**
 * The release that an error comes from, if known: from the reporter, from the file in the error, or
 * the running release of the remote that reports it.
 */
function sourceOf(
  stack: string | undefined,
  { remote, release }: ReportContext,
  releases: ReportingTab['releases'],
): Pick<ReportContext, 'remote' | 'release'> {
  const [named, from] = releaseInStack(stack)
  const whose = remote ?? named
  if (whose === undefined) return {}
  const id = release ?? (named === whose ? from : releases.get(whose))
  return { remote: whose, ...(id === undefined ? {} : { release: id }) }
}

/** The remote and the release of the first file of a release in a stack. */
export function releaseInStack(stack = ''): [name?: string, release?: string] {
  const [, name, release] = /\/remotes\/([a-z0-9-]+)\/([\w.-]+)\//.exec(stack) ?? []
  return name === undefined ? [] : [name, release!]
}

/** An API's message may name a paper or a person, and so may anything else that was thrown. */
function messageForTeam(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is not an error was thrown'
  return isApiError(error) ? `ApiError: ${error.code}` : described(error).message.slice(0, 500)
}

function described(error: unknown): { message: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? '' : `\nCaused by: ${causes(error.cause)}`
  return { message: `${error.name}: ${error.message}`, stack: `${error.stack ?? ''}${cause}` }
}

function causes(cause: unknown): string {
  return Array.isArray(cause) ? cause.map(String).join('\n') : String(cause)
}
