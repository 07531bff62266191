/** Addresses this remote links to. */
export const governancePaths = {
  boardMaterials: '/meetings',
  governance: '/governance',
  documents: '/resources/governance/docs',
  /** With a page, the document opens at it. */
  resource: (id: string, page?: number) =>
    `/resources/view/${encodeURIComponent(id)}${page === undefined ? '' : `?page=${page}`}`,
}
