import { sendReport } from '@portal/contract/portal'

type Watched = typeof globalThis & { smokeComplaints?: string[] }

/**
 * An expression whose value comes with the page's complaints since the last one. WebDriver has
 * neither the console nor a script that runs first in a page, so the first expression in a page
 * begins to watch it.
 */
export function watchedExpression(expression: string): string {
  return `(() => {
    const complaints = (${String(watch)})('${sendReport.path}')
    const value = (${expression})
    return { value, complaints: complaints.splice(0) }
  })()`
}

function watch(reports: string): string[] {
  const page = globalThis as Watched
  if (page.smokeComplaints) return page.smokeComplaints
  const complaints: string[] = []
  page.smokeComplaints = complaints
  const { error } = console
  console.error = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
    error(...parts)
  }
  addEventListener('error', ({ message }) => complaints.push(message))
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
  // Both are buffered, so they include what happened before: violations of the security policy, and
  // errors that the portal has reported.
  const violations = new ReportingObserver(
    (received) => complaints.push(...received.map((report) => JSON.stringify(report))),
    { types: ['csp-violation'], buffered: true },
  )
  violations.observe()
  const requests = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      if (new URL(name).pathname === reports) complaints.push('The portal reported an error.')
    }
  })
  requests.observe({ type: 'resource', buffered: true })
  return complaints
}
