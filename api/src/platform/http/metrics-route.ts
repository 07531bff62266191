import { Refusal } from '../../refusal.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { OperatorToken } from './operator-token.ts'
import type { ServePlain } from './plain-route.ts'

/** `GET /metrics` for the operator. */
export function metricsRoute(plain: ServePlain, metrics: Metrics, operator: OperatorToken): void {
  if (operator.isUnset) return
  plain(['GET'], '/metrics', async (c) => {
    if (!operator.isSent(c)) {
      throw new Refusal('unauthenticated', 'Metrics are read with their own token.')
    }
    const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
    return new Response(await metrics.text(), { headers })
  })
}
