import type { ComposedRelease } from '@portal/contract/releases'
import { type PageData, pageDataElement } from '@portal/contract/portal'
import type { Page, Route } from '@playwright/test'
import { integrityOf } from './built-as.ts'
import { changed } from './releases.ts'

/** One way for a release to fail: by the answers for its files, by its script, or by its record. */
export type ReleaseFault = {
  /** The answer for one of its files; the others are complete. */
  file?: { which: 'script' | 'styles'; answer: (route: Route) => Promise<void> }
  /**
   * Its script, instead of a working one, as if it had been built like this: the record has its
   * integrity.
   */
  script?: (source: string, global: string) => string
  record?: Partial<ComposedRelease>
  /** It is detected only by a deadline. */
  waits?: true
  /** The shell repairs it, so a release without a fallback still runs. */
  isRepaired?: true
}

const thrower = `() => { throw new Error('This screen throws.') }`

/** A release whose screens all are what `screen`, the source of a function of React, returns. */
function screens(screen: string): Pick<ReleaseFault, 'script'> {
  return {
    script: (source, global) =>
      changed(
        source,
        global,
        `(remote) => {
          const lazy = async () => {
            const [host] = globalThis.__FEDERATION__.__INSTANCES__
            return (${screen})((await host.loadShare('react'))())
          }
          // A frame around screens isn't one.
          const broken = (route) =>
            route.children ? { ...route, children: route.children.map(broken) } : { ...route, lazy }
          return { ...remote, routes: remote.routes.map(broken) }
        }`,
      ),
  }
}

/** All faults by name. `halting` is the address of a server that stops halfway through a file. */
export function releaseFaults(halting: string): Record<string, ReleaseFault> {
  const script = (answer: (route: Route) => Promise<void>): ReleaseFault => ({
    file: { which: 'script', answer },
  })
  return {
    '404': script((route) => route.fulfill({ status: 404, json: { error: 'Not found.' } })),
    'HTML for JavaScript': script((route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Portal</title>' }),
    ),
    'wrong hash': script(async (route) => {
      const response = await route.fetch()
      const body = Buffer.concat([await response.body(), Buffer.from('\n')])
      await route.fulfill({ response, body })
    }),
    'missing second file': {
      file: { which: 'styles', answer: (route) => route.fulfill({ status: 404, body: '' }) },
    },
    'throws at evaluation': { script: (source) => `throw new Error('It throws.');\n${source}` },
    'replaces fetch at start': {
      isRepaired: true,
      script: (source) => `globalThis.fetch = () => new Promise(() => {});\n${source}`,
    },
    'replaces a method of arrays at start': {
      isRepaired: true,
      script: (source) => `Array.prototype.map = () => { throw new Error('No map') };\n${source}`,
    },
    'covers the menu': {
      ...screens(`(react) => ({
        Component: () => react.createElement(
          'h1',
          { style: { position: 'fixed', inset: 0, zIndex: 1e9, background: 'teal' } },
          'A page',
        ),
      })`),
      waits: true,
    },
    'throws in render': screens(`() => ({ Component: ${thrower} })`),
    'exports a Screen instead of a Component': {
      ...screens(`() => ({ Screen: () => 'A page' })`),
      waits: true,
    },
    'suspends forever': {
      ...screens(`(react) => {
        const never = new Promise(() => {})
        return { Component: () => react.use(never) }
      }`),
      waits: true,
    },
    'renders without end': {
      ...screens(`(react) => ({
        Component() {
          const [count, setCount] = react.useState(0)
          react.useEffect(() => setCount(count + 1))
          return react.createElement('h1', null, 'Page ' + count)
        },
      })`),
      waits: true,
    },
    'bad contract': { record: { contract: 2 } },
    hang: { ...script(() => new Promise(() => {})), waits: true },
    'silence halfway': {
      ...script((route) => {
        const { pathname, search } = new URL(route.request().url())
        return route.continue({ url: `${halting}${pathname}${search}` })
      }),
      waits: true,
    },
  }
}

/** A release whose parts of the dashboard all are what `part`, the source of a function of React, returns. */
function parts(part: string): ReleaseFault {
  return {
    script: (source, global) =>
      changed(
        source,
        global,
        `(remote) => ({
          ...remote,
          slots: Object.fromEntries(Object.entries(remote.slots).map(([name, slot]) => [name, {
            ...slot,
            load: async () => {
              const [host] = globalThis.__FEDERATION__.__INSTANCES__
              return (${part})((await host.loadShare('react'))())
            },
          }])),
        })`,
      ),
  }
}

/** What a part of the dashboard can do wrong, by name. */
export const partFaults: Record<string, ReleaseFault> = {
  'throws in render': parts(`() => ({ Component: ${thrower} })`),
  'never loads': { ...parts('() => new Promise(() => {})'), waits: true },
  'exports a Part instead of a Component': {
    ...parts(`() => ({ Part: () => 'A part' })`),
    waits: true,
  },
  'replaces a method of arrays': parts(`() => {
    Array.prototype.map = () => { throw new Error('No map') }
    return { Component: () => null }
  }`),
  'covers the cards of other remotes': {
    ...parts(`(react) => ({
      Component: () => react.createElement(
        'p',
        { style: { position: 'fixed', inset: '5rem 0 0 16rem', zIndex: 1e9, background: 'teal' } },
        'A part',
      ),
    })`),
    waits: true,
  },
}

/** Makes releases fail in one page: in their files, and in the page's own HTML. */
export async function plant(
  page: Page,
  portal: string,
  releases: ComposedRelease[],
  { file, script, record }: ReleaseFault,
): Promise<void> {
  const rewritten = new Map<string, string>()
  for (const { base, entry, global, files } of releases) {
    const entryUrl = (url: URL) => url.pathname === `${base}${entry}`
    if (file) {
      const { which, answer } = file
      const isStyles = ({ pathname }: URL) => pathname.startsWith(base) && pathname.endsWith('.css')
      await page.route(which === 'script' ? entryUrl : isStyles, answer)
    }
    if (script) {
      const whole = await page.request.get(`${portal}${base}${entry}`)
      const body = Buffer.from(script(await whole.text(), global))
      rewritten.set(
        files.find((candidate) => candidate.file === entry)!.integrity,
        integrityOf(body),
      )
      await page.route(entryUrl, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    }
  }
  if (!script && !record) return
  const ids = new Set(releases.map(({ release }) => release))
  const isPage = ({ pathname }: URL) => !/^\/(api|remotes|assets)\//.test(pathname)
  await page.route(isPage, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    let html = await response.text()
    for (const [whole, broken] of rewritten) html = html.replaceAll(whole, broken)
    if (record)
      html = withRecords(html, (listed) =>
        ids.has(listed.release) ? { ...listed, ...record } : listed,
      )
    await route.fulfill({ response, body: html })
  })
}

/** A page whose composition has other release records. */
export function withRecords(
  html: string,
  change: (release: ComposedRelease) => ComposedRelease,
): string {
  const opening = `<script type="application/json" id="${pageDataElement}">`
  const json = html.slice(html.indexOf(opening) + opening.length).split('</script>')[0]!
  const data = JSON.parse(json) as PageData
  for (const remote of data.portal!.composition.remotes) {
    remote.releases = remote.releases.map(change)
  }
  return html.replace(json, () => JSON.stringify(data).replaceAll('<', '\\u003c'))
}
