import type { ReleaseScreen } from '@portal/contract/releases'

/** The part of a route table with the paths and headings of its screens. */
export type RouteShape = {
  path?: string | undefined
  index?: boolean | undefined
  /** `heading`: the page's heading, if it is always the same. */
  handle?: unknown
  children?: RouteShape[] | undefined
}

/** The screens of a route table, whose paths are relative to `/`: `/meetings/:year/q/:quarter`. */
export function screensOf(routes: readonly RouteShape[], above = ''): ReleaseScreen[] {
  return routes.flatMap(({ path = '', handle, children }) => {
    const here = [above, path].filter(Boolean).join('/')
    if (children) return screensOf(children, here)
    const { heading } = (handle ?? {}) as { heading?: unknown }
    const screen = { path: `/${here.replace(/^\//, '')}` }
    return [typeof heading === 'string' ? { ...screen, heading } : screen]
  })
}
