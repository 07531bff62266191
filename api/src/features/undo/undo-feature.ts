import type { Serve } from '../../platform/http/serve.ts'
import { undoChanges } from '@portal/contract/undo'
import type { AppParts } from '../../platform/app-parts.ts'
import { createUndoService } from './undo-service.ts'

type Features = Omit<Parameters<typeof createUndoService>[0], 'store'>

export function createUndo({ store }: AppParts, features: Features) {
  const undo = createUndoService({ store, ...features })
  return {
    routes(serve: Serve) {
      serve(undoChanges, ({ person, body }) => undo.undo(person, body.changes))
    },
  }
}
