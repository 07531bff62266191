import { isolated } from '@portal/domain/shown-text'
import type { ToastOptions } from '@portal/remote-kit/portal'
import type { EmbedType } from '@portal/contract/mappings'

/** The specification's sentences for mappings, section 8, and the portal's own. */
export const mappingSentences = {
  saved: 'Mapping saved',
  saveFailed: 'Failed to update mapping. Please try again.',
  documentFailed: 'Failed to update mapping',
  embedFailed: 'Failed to update embed mapping',
  imageSaved: 'Card image saved',
  imageFailed: 'Failed to save card image',
  nameSaved: 'Display name saved',
  nameFailed: 'Failed to save title',
  active: 'Marked as Active',
  inactive: 'Marked as Inactive',
  activeFailed: 'Failed to update active flag',
  unmapped: (name: string) => `${isolated(name)} unmapped`,
  /** Of a paper in a meeting’s own list. */
  removed: (name: string) => `${isolated(name)} removed`,
  unmapFailed: 'Failed to unmap. Please try again.',
  leaving:
    'Display names that you typed have not been saved. They are kept on this device and offered again when you come back.',
  choiceLost: (name: string) =>
    `What you chose for ${isolated(name)} has not been saved. It is lost if you continue.`,
  /** All but the image, which may be too large for the device. */
  choiceLeft: (name: string) =>
    `What you chose for ${isolated(name)} has not been saved. It is kept on this device, an image excepted, and offered again when you come back to it.`,
  /** With the server's reason if it gave one. */
  fetchFailed: (reason: string | undefined) =>
    reason ? `Failed to fetch mappings: ${reason}` : 'Failed to fetch mappings',
}

/** Green for 3 s, red for 5 s (specification, sections 4 and 9). */
export const goodToast = { kind: 'good', duration: 3000 } satisfies ToastOptions

export const badToast = { kind: 'bad', duration: 5000 } satisfies ToastOptions

export const embedTypeNames: Record<EmbedType, string> = {
  airtable: 'Airtable',
  others: 'Other page, shown in the portal',
  external: 'External link, opens in a new tab',
}
