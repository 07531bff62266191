/** The paths of the route table, relative to `/`. */
export const directoryRoutes = { directory: 'directory' } as const

export const directoryPaths = { directory: `/${directoryRoutes.directory}` } as const
