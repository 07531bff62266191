/** Addresses this remote links to. */
export const governancePaths = {
  boardMaterials: '/meetings',
  documents: '/resources/governance/docs',
  resource: (id: string) => `/resources/view/${encodeURIComponent(id)}`,
}
