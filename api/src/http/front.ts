import type { Hono } from 'hono'
import type { Metrics } from './metrics.ts'
import type { AppEnv } from './serve.ts'
import { markStale } from './stale.ts'
import { inVisit, newVisit } from './visit.ts'

const ordinary = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * What happens to every request, whichever route it has: its visit begins and ends, it is counted, and an answer
 * from memory says how old it may be. Around the app and not a route in it, because that would slow each down.
 */
export function putFront(app: Hono<AppEnv>, metrics: Metrics): void {
  const route = app.fetch
  app.fetch = (request, ...rest) => {
    const visit = newVisit()
    const started = performance.now()
    const ended = (response: Response) => {
      visit.ended = true
      if (visit.staleSince) markStale(response, visit.staleSince)
      const method = ordinary.has(request.method) ? request.method : 'other'
      metrics.answered(visit.route, method, response.status, (performance.now() - started) / 1000)
      return response
    }
    const answer = inVisit(visit, () => route(request, ...rest))
    return answer instanceof Promise ? answer.then(ended) : ended(answer)
  }
}
