import type { Quarter } from '@portal/contract/quarter'

/** Addresses this remote links to. */
export const governancePaths = {
  boardMaterials: '/meetings',
  quarter: ({ year, quarter }: Quarter) => `/meetings/${year}/q/${quarter}`,
  governance: '/governance',
  communications: '/communications',
  documents: '/resources/governance/docs',
  /** With a page, the document opens at it. */
  resource: (id: string, page?: number) =>
    `/resources/view/${encodeURIComponent(id)}${page === undefined ? '' : `?page=${page}`}`,
}
