import { startOverride } from '@portal/contract/overrides'
import type { Serve } from '../../../platform/http/serve.ts'
import type { OverridesService } from './overrides-service.ts'

export function overridesRoutes(serve: Serve, overrides: OverridesService): void {
  serve(startOverride, ({ person, body }) => overrides.start(person, body))
}
