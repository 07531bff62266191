/** The part of a route table with the paths of its screens. */
export type RouteShape = {
  path?: string | undefined
  index?: boolean | undefined
  children?: RouteShape[] | undefined
}

/** The absolute patterns of a route table, whose paths are relative to `/`: `/meetings/:year/q/:quarter`. */
export function routePatterns(routes: readonly RouteShape[], above = ''): string[] {
  return routes.flatMap(({ path = '', children }) => {
    const here = [above, path].filter(Boolean).join('/')
    return children ? routePatterns(children, here) : [`/${here.replace(/^\//, '')}`]
  })
}

/** An address for each pattern: known parameters get their value, others a word. */
export function addressesOf(patterns: readonly string[], params: Record<string, string>): string[] {
  const filled = patterns.map((pattern) =>
    pattern
      .replace(/\/:(\w+)\?/g, (_, name: string) => `/${params[name] ?? 'sample'}`)
      .replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'sample')
      .replace(/\*$/, 'sample'),
  )
  return [...new Set(filled)]
}
