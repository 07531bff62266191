import type { Serve } from '../../platform/http/serve.ts'
import { undoChanges } from '@portal/contract/undo'
import type { AppParts } from '../../platform/app-parts.ts'
import { mustBeFresh } from '../../access.ts'
import { createUndoService } from './undo-service.ts'

type Features = Omit<Parameters<typeof createUndoService>[0], 'store'>

export function createUndo({ store, now }: AppParts, features: Features) {
  const undo = createUndoService({ store, ...features })
  return {
    routes(serve: Serve) {
      serve(undoChanges, ({ person, body, c }) =>
        undo.undo(person, body.changes, () => mustBeFresh(c.get('request').caller!, now())),
      )
    },
  }
}
