/** The paths of the route table, relative to `/`. */
export const pollsRoutes = { polls: 'polls', results: 'results' } as const

export const pollsPaths = {
  polls: `/${pollsRoutes.polls}`,
  results: `/${pollsRoutes.polls}/${pollsRoutes.results}`,
} as const
