import { matchRoutes, type RouteObject } from 'react-router-dom'

/** The pattern of the route that a path matches, such as `/meetings/:year`; never the path itself. */
export function patternAt(routes: RouteObject[], path: string): string {
  const matches = matchRoutes(routes, path) ?? []
  const parts = matches.flatMap(({ route }) => route.path?.replace(/^\/|\/$/g, '') || [])
  return `/${parts.join('/')}`
}
