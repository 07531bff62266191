import type { HonoOptions } from 'hono/hono-base'
import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { getPath } from 'hono/utils/url'
import type { AppEnv } from './visit.ts'

/** How the app finds the route of a request. */
export function routing(): HonoOptions<AppEnv> {
  const router = createRouter<Parameters<NonNullable<HonoOptions<AppEnv>['router']>['add']>[2]>()
  return {
    router,
    // Node's own text, where it is a plain path to the letter: no address has to be put together and taken apart.
    getPath(request, options) {
      const asked = options?.env?.incoming?.url
      return asked !== undefined && router.isPlain(asked) ? asked : getPath(request)
    },
  }
}

/**
 * Finds plain paths by one look into a map, and asks Hono's routers for the others. Right because nothing is
 * mounted for all paths; Hono alone gives its quick router up as soon as a plain path stands beside a parameter.
 */
function createRouter<T>(): Router<T> & { isPlain: (path: string) => boolean } {
  const plain = new Map<string, Map<string, Result<T>>>()
  const others = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] })
  return {
    name: 'plain paths first',
    add(method, path, handler) {
      if (/[:*{]/.test(path)) return others.add(method, path, handler)
      const methods = plain.get(path) ?? new Map<string, Result<T>>()
      plain.set(path, methods.set(method, [[[handler, {}]]]))
    },
    isPlain: (path) => plain.has(path),
    match: (method, path) => plain.get(path)?.get(method) ?? others.match(method, path),
  }
}
