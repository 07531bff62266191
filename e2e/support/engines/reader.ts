import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type * as Library from '@testing-library/dom'
import { expect } from '@playwright/test'
import type { EngineTab } from './engine-tab.ts'

/** Something on the page, as a person finds it. */
type Target = { role: string; name?: string | RegExp } | { label: string | RegExp }

export type Reader = {
  tab: EngineTab
  /** Runs a function in the page, which can use nothing but its arguments. */
  run: <A extends unknown[], R>(inPage: (...args: A) => R, ...args: A) => Promise<Awaited<R>>
  /** Waits until exactly one is on the page; returns its text. */
  see: (target: Target) => Promise<string>
  /** Whether it is on the page now. */
  has: (target: Target) => Promise<boolean>
  click: (target: Target) => Promise<void>
  /** Clicks the target and types into the element that this focuses. */
  enter: (target: Target, text: string) => Promise<void>
}

type Pattern = { exact: string } | { source: string; flags: string }
type Query = { by: 'role' | 'label'; value: Pattern; name: Pattern | undefined }
type Place = { count: number; text: string; value: string; x: number; y: number; free: boolean }
type Page = typeof globalThis & { TestingLibraryDom?: typeof Library }

const library = `(function () {
  ${readFileSync(fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')), 'utf8')}
}).call(globalThis)`

/** Finds and uses what is on the page of a tab. */
export function readerOf(tab: EngineTab): Reader {
  const run: Reader['run'] = async (inPage, ...args) =>
    (await tab.evaluate(`(${String(inPage)})(...${JSON.stringify(args)})`)) as never
  const place = async (target: Target): Promise<Place> => {
    const query = queryOf(target)
    const position = await run(locate, query)
    if (position) return position
    await tab.evaluate(library)
    return (await run(locate, query))!
  }
  const see = async (target: Target) => {
    let text = ''
    await until(async () => {
      const position = await place(target)
      expect(position.count, described(target)).toBe(1)
      text = position.text
    })
    return text
  }
  const click = async (target: Target) => {
    let last: Place | undefined
    await until(async () => {
      const position = await place(target)
      expect(position, described(target)).toMatchObject({ count: 1, free: true })
      const stays = last?.x === position.x && last.y === position.y
      last = position
      expect(stays, `${described(target)} moves`).toBe(true)
    })
    await tab.click(last!.x, last!.y)
  }
  return {
    tab,
    run,
    see,
    click,
    has: async (target) => (await place(target)).count > 0,
    enter: async (target, text) => {
      await click(target)
      await tab.type(text)
      expect((await place(target)).value, described(target)).toBe(text)
    },
  }
}

/** Repeats it until it passes. A page that is being replaced can't be asked, which is no failure. */
export function until(passes: () => Promise<void>): Promise<void> {
  // A busy machine is slow: a sign-in alone can take more than 20 s.
  return expect(passes).toPass({ timeout: 60_000, intervals: [50] })
}

function described(target: Target): string {
  return 'label' in target
    ? `the field ${target.label}`
    : `the ${target.role} ${target.name ?? ''}`.trim()
}

function queryOf(target: Target): Query {
  return 'label' in target
    ? { by: 'label', value: patternOf(target.label), name: undefined }
    : {
        by: 'role',
        value: { exact: target.role },
        name: target.name === undefined ? undefined : patternOf(target.name),
      }
}

function patternOf(wanted: string | RegExp): Pattern {
  return typeof wanted === 'string'
    ? { exact: wanted }
    : { source: wanted.source, flags: wanted.flags }
}

/** Runs in the page. Returns nothing if the library isn't there yet. */
function locate({ by, value, name }: Query): Place | undefined {
  const page = globalThis as Page
  const within = document.body
  if (!page.TestingLibraryDom) return undefined
  const matcher = (pattern: Pattern) =>
    'exact' in pattern ? pattern.exact : new RegExp(pattern.source, pattern.flags)
  const { queryAllByLabelText, queryAllByRole } = page.TestingLibraryDom
  const target =
    by === 'label'
      ? queryAllByLabelText(within, matcher(value))
      : queryAllByRole(within, matcher(value) as string, name ? { name: matcher(name) } : {})
  const element = target[0]
  if (!element) return { count: 0, text: '', value: '', x: 0, y: 0, free: false }
  const outside = element.getBoundingClientRect()
  if (outside.top < 0 || outside.bottom > innerHeight) element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  return {
    count: target.length,
    text: element.textContent,
    value: (element as HTMLInputElement).value ?? '',
    x,
    y,
    free: element.contains(hit),
  }
}
