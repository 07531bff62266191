import type { VisibilityService } from './visibility-service.ts'

/** Everyone may read everything. */
export const openVisibility: VisibilityService = {
  ready: Promise.resolve(),
  version: () => 0,
  mayReadPaper: () => true,
  mayReadSlot: () => true,
  mayReadQuarter: () => true,
  mayReadCardImage: () => true,
}
