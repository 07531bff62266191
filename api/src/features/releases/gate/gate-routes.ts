import { endTrial, renewTrial, takeTrial } from '@portal/contract/gate-trials'
import type { Serve } from '../../../platform/http/serve.ts'
import type { GateService } from './gate-service.ts'

/** For the operator's gate runners only. */
export function gateRoutes(serve: Serve, gate: GateService): void {
  serve(takeTrial, ({ person, body }) => gate.take(person, body.runner))
  serve(renewTrial, ({ person, params, body }) => gate.renew(person, params, body))
  serve(endTrial, async ({ person, params, body }) => {
    await gate.end(person, params, body)
    return undefined
  })
}
