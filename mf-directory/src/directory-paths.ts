/** The paths of the route table, relative to `/`. */
export const directoryRoutes = { directory: 'directory' } as const

/** Every address of this remote, and those of others that it links to. */
export const directoryPaths = {
  directory: `/${directoryRoutes.directory}`,
  /** For admins: where people are entered. */
  edit: '/admin/directory',
} as const
