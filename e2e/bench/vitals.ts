import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import type {
  CLSMetricWithAttribution,
  INPMetricWithAttribution,
  LCPMetricWithAttribution,
} from 'web-vitals/attribution'

/** What a page has reported since it was loaded. */
export type Vitals = Partial<{
  largest: Pick<LCPMetricWithAttribution, 'value' | 'attribution'>
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

/** Runs in the page before its own scripts. */
function noteInPage({ onLCP, onCLS, onINP }: typeof import('web-vitals/attribution')): void {
  // A frame reports for its own page.
  if (window.top !== window) return
  const vitals: Record<string, unknown> = {}
  // What else an attribution has, such as entries and nodes, can't leave the page.
  const note = (name: string) => (metric: { value: number; attribution: object }) => {
    const plain = Object.entries(metric.attribution).filter(([, part]) => typeof part !== 'object')
    vitals[name] = { value: metric.value, attribution: Object.fromEntries(plain) }
  }
  const options = { reportAllChanges: true, durationThreshold: 16 }
  onLCP(note('largest'), options)
  onCLS(note('shift'), options)
  onINP(note('interaction'), options)
  Object.assign(window, { vitals })
}
