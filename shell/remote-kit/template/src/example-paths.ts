/** The paths of the route table, relative to `/`. */
export const routePaths = { overview: 'example' } as const

/** Every address that this remote links to. */
export const paths = { overview: `/${routePaths.overview}` } as const
