import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import type { CLSMetricWithAttribution, INPMetricWithAttribution } from 'web-vitals/attribution'

/** What a page has reported since it was loaded. */
export type Vitals = Partial<{
  shift: Pick<CLSMetricWithAttribution, 'value' | 'attribution'>
  interaction: Pick<INPMetricWithAttribution, 'value' | 'attribution'>
}>

const library = new URL(
  'web-vitals.attribution.iife.js',
  import.meta.resolve('web-vitals/attribution'),
)

/** Records web vitals on every page of the context from here on. */
export async function noteVitals(context: BrowserContext): Promise<void> {
  const content = `${readFileSync(library, 'utf8')}\n(${noteInPage.toString()})(webVitals)`
  await context.addInitScript({ content })
}

export async function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
}

type LargestPaint = { at: number; what: string; first: number; firstByte: number }

/**
 * The largest paint of a page so far, from the browser's own records: a script that ran before the page would delay the
 * paint, by a fifth of its time on a slow machine. All times are in ms.
 */
export function readLargestPaint(page: Page): Promise<LargestPaint> {
  return page.evaluate(
    () =>
      new Promise<LargestPaint>((resolve) => {
        const [first] = performance.getEntriesByName('first-contentful-paint')
        const [visit] = performance.getEntriesByType('navigation')
        const firstByte = (visit as PerformanceNavigationTiming).responseStart
        new PerformanceObserver((list) => {
          const { startTime, element, size } = list.getEntries().at(-1) as LargestContentfulPaint
          // An element that is gone, as those of the served page are, isn't named.
          const what = `${element?.localName ?? 'an element of the served page'}, ${size} px²`
          resolve({ at: startTime, what, first: first?.startTime ?? 0, firstByte })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

/** Runs in the page before its own scripts. */
function noteInPage({ onCLS, onINP }: typeof import('web-vitals/attribution')): void {
  // A frame reports for its own page.
  if (window.top !== window) return
  const vitals: Record<string, unknown> = {}
  // What else an attribution has, such as entries and nodes, can't leave the page.
  const note = (name: string) => (metric: { value: number; attribution: object }) => {
    const plain = Object.entries(metric.attribution).filter(([, part]) => typeof part !== 'object')
    vitals[name] = { value: metric.value, attribution: Object.fromEntries(plain) }
  }
  const options = { reportAllChanges: true, durationThreshold: 16 }
  onCLS(note('shift'), options)
  onINP(note('interaction'), options)
  Object.assign(window, { vitals })
}
