/** The paths of the route table, relative to `/`. */
export const directoryRoutes = {
  directory: 'directory',
  /** By the id of the person’s entry. */
  person: 'directory/:person',
} as const

/** Every address of this remote, and those of others that it links to. */
export const directoryPaths = {
  directory: `/${directoryRoutes.directory}`,
  person: (id: string) => `/directory/${encodeURIComponent(id)}`,
  /** Who is in office in a body. */
  body: (id: string) => `/directory?body=${encodeURIComponent(id)}`,
  /** For admins: where people are entered. */
  edit: '/admin/directory',
} as const
