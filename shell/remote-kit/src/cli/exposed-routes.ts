import type { ReleaseScreen } from '@portal/contract/releases'
import { type RouteShape, screensOf } from '../build/route-screens.ts'

/** What a page read from the container of a release; `thrown` has the message, and the stack if there is one. */
export type ExposedRoutes = { routes: RouteShape[] } | { thrown: string } | undefined

type Reading = {
  /** The container's name on the page. */
  global: string
  /** How long the container may take, in ms. */
  limit: number
}

/**
 * The route table of the running code, not of its sources; undefined if there is no container. Runs in the page, so it
 * uses nothing outside itself.
 */
export async function readRoutes({ global, limit }: Reading): Promise<ExposedRoutes> {
  type Container = { get: (name: string) => Promise<() => { default: { routes: unknown[] } }> }
  const container = (globalThis as unknown as Record<string, Container>)[global]
  if (!container) return undefined
  const shapeOf = (route: unknown): RouteShape => {
    const { path, index, handle, children } = route as Record<string, unknown>
    const { heading } = (handle ?? {}) as { heading?: unknown }
    return {
      path,
      index,
      handle: { heading },
      children: (children as unknown[] | undefined)?.map(shapeOf),
    } as RouteShape
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const factory = await Promise.race([
      container.get('./remote'),
      new Promise<never>((_resolve, reject) => {
        const late = new Error(`./remote was still loading after ${limit / 1000} s`)
        timer = setTimeout(() => reject(late), limit)
      }),
    ])
    return { routes: factory().default.routes.map(shapeOf) }
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: String(error) }
    const { message, stack = '' } = error
    // Only Chromium's stacks begin with the message.
    return { thrown: stack.includes(message) ? stack : `${message}\n${stack}` }
  } finally {
    clearTimeout(timer)
  }
}

/** More lines are the shell's, and a verdict has room for so many. */
const stackLimits = { lines: 8, characters: 800 }

type Started = { release: string; url: string; seen: string[]; thrown: string | undefined }

/**
 * The screens of a release, or why it doesn't start: what the page showed (`seen`), and the stack of what its container
 * threw now or while the page was loaded (`thrown`).
 */
export function startedScreens(
  exposed: ExposedRoutes,
  { release, url, seen, thrown }: Started,
): ReleaseScreen[] | string {
  if (exposed && 'routes' in exposed) return screensOf(exposed.routes)
  const stack = exposed?.thrown ?? thrown
  const parts = stack === undefined ? [] : [`it threw ${shortStack(stack, url)}`]
  // What the shell has reported is in the stack, too.
  const other = seen.filter((fault) => !parts[0]?.includes(fault.replace(/^it threw /, '')))
  const why = [...other, ...parts].join('; ')
  return `${release} doesn’t start in the shell${why ? `: ${why}` : '.'}`
}

/** A stack without the address of the portal in memory, and without the frames of this check. */
function shortStack(stack: string, url: string): string {
  const lines = stack.replaceAll(url, '').trim().split('\n')
  const own = lines.findIndex((line) => /readRoutes|UtilityScript/.test(line))
  const shown = lines.slice(0, Math.min(own === -1 ? Infinity : own, stackLimits.lines))
  return shown.join('\n').slice(0, stackLimits.characters).trimEnd()
}
