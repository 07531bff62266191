import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Finds plain paths by one look into a map, and asks Hono's routers for the others. Right because nothing is
 * mounted for all paths; Hono alone gives its quick router up as soon as a plain path stands beside a parameter.
 */
export function createRouter<T>(): Router<T> {
  const plain = new Map<string, Map<string, Result<T>>>()
  const others = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] })
  return {
    name: 'plain paths first',
    add(method, path, handler) {
      if (/[:*{]/.test(path)) return others.add(method, path, handler)
      const paths = plain.get(method) ?? new Map<string, Result<T>>()
      plain.set(method, paths.set(path, [[[handler, {}]]]))
    },
    match: (method, path) => plain.get(method)?.get(path) ?? others.match(method, path),
  }
}
