import type { VisibilityService } from './visibility-feature.ts'

/** Everyone may read everything. */
export const openVisibility: VisibilityService = {
  ready: Promise.resolve(),
  version: () => 0,
  mayReadPaper: () => true,
  mayReadSlot: () => true,
  mayReadQuarter: () => true,
  mayReadCardImage: () => true,
}
