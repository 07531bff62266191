import type { Hono } from 'hono'
import type { Metrics } from './metrics.ts'
import { markStale } from './stale.ts'
import { type AppEnv, inVisit, newVisit, type Visit } from './visit.ts'

const ordinary = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * What happens to every request, whichever route it has: its visit begins and ends, it is counted, and an answer
 * from memory says how old it may be. Around the app and not a route in it, because that would slow each down.
 */
export function putFront(app: Hono<AppEnv>, metrics: Metrics): void {
  const route = app.fetch
  const ended = (visit: Visit, request: Request, response: Response): Response => {
    visit.ended = true
    if (visit.staleSince) markStale(response, visit.staleSince)
    const method = ordinary.has(request.method) ? request.method : 'other'
    const seconds = (performance.now() - visit.began) / 1000
    metrics.answered(visit.route, method, response.status, seconds)
    return response
  }
  app.fetch = (request, env, context) => {
    const visit = newVisit()
    const bindings = (env ?? {}) as AppEnv['Bindings']
    bindings.visit = visit
    const answer = inVisit(visit, route, request, bindings, context)
    return answer instanceof Promise
      ? answer.then((response) => ended(visit, request, response))
      : ended(visit, request, answer)
  }
}
