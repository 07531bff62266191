import { undoChanges } from '@portal/contract/undo'
import type { AppParts } from '../../platform/app-parts.ts'
import { createUndoService } from './undo-service.ts'

type Features = Omit<Parameters<typeof createUndoService>[0], 'store'>

export function mountUndo({ serve, store }: AppParts, features: Features): void {
  const undo = createUndoService({ store, ...features })
  serve.forAdmins(undoChanges, ({ person, body }) => undo.undo(person, body.changes))
}
