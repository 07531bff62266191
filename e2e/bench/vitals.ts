import type { BrowserContext, Page } from '@playwright/test'

/**
 * Sizes in CSS pixels; nodes are described as text by `describe`, because a node may be gone when
 * it is reported.
 */
type Box = { x: number; y: number; width: number; height: number }
type Moved = { node: string; from: Box; to: Box }
export type Shift = { at: number; score: number; afterInput: boolean; moved: Moved[] }
type Largest = { at: number; node: string; size: number }
type InputEvent = {
  type: string
  interaction: number
  target: string
  start: number
  processingStart: number
  processingEnd: number
  /** Until the next paint, in ms, rounded to 8 by the browser. */
  duration: number
}
export type Vitals = {
  firstByte: number
  firstPaint: number
  largest: Largest | undefined
  shifts: Shift[]
  events: InputEvent[]
}
/** An interaction, from its first event to the paint after the slowest one. All in ms. */
type Interaction = InputEvent & {
  inputDelay: number
  processing: number
  presentation: number
}

/** Records web vitals on every page of the context from here on. */
export async function noteVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteInPage)
}

/** What the page has recorded since it was loaded. */
export async function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { largest, shifts, events } = (window as unknown as { vitals: Vitals }).vitals
    const [navigation] = performance.getEntriesByType('navigation')
    const firstByte = (navigation as PerformanceNavigationTiming).responseStart
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    return { firstByte, firstPaint, largest, shifts, events }
  })
}

/** Runs in the page before its own scripts. */
function noteInPage(): void {
  // A frame reports for its own page.
  if (window.top !== window) return
  type ShiftEntry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const kept: Pick<Vitals, 'largest' | 'shifts' | 'events'> = {
    largest: undefined,
    shifts: [],
    events: [],
  }
  Object.assign(window, { vitals: kept })

  const describe = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return '(gone)'
    const names: string[] = []
    for (let at: Element | null = element; at && names.length < 3; at = at.parentElement) {
      names.unshift(at.id ? `${at.localName}#${at.id}` : at.localName)
      if (at.id) break
    }
    const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const text = label.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
    return `${names.join(' > ')}${text ? ` “${text}”` : ''}`
  }
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly): Box => ({ x, y, width, height })
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...more,
    })
  }

  observe('largest-contentful-paint', (entry) => {
    const { startTime, size, element } = entry as PerformanceEntry & {
      size: number
      element: Element | null
    }
    kept.largest = { at: startTime, size, node: describe(element) }
  })
  observe('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput, sources } = entry as ShiftEntry
    const moved = sources.map(({ node, previousRect, currentRect }) => ({
      node: describe(node),
      from: boxOf(previousRect),
      to: boxOf(currentRect),
    }))
    kept.shifts.push({ at: startTime, score: value, afterInput: hadRecentInput, moved })
  })
  observe(
    'event',
    (entry) => {
      const event = entry as PerformanceEventTiming & { interactionId: number }
      if (!event.interactionId) return
      kept.events.push({
        type: event.name,
        interaction: event.interactionId,
        target: describe(event.target),
        start: event.startTime,
        processingStart: event.processingStart,
        processingEnd: event.processingEnd,
        duration: event.duration,
      })
    },
    { durationThreshold: 16 },
  )
}

/**
 * Cumulative layout shift: the worst session window, with shifts less than 1 s apart and 5 s in
 * total.
 */
export function worstRun(shifts: Shift[]): Shift[] {
  let worst: Shift[] = []
  let run: Shift[] = []
  for (const shift of shifts.filter(({ afterInput }) => !afterInput)) {
    const [first, last] = [run[0], run.at(-1)]
    const goesOn = first && last && shift.at - last.at < 1000 && shift.at - first.at < 5000
    run = goesOn ? [...run, shift] : [shift]
    if (scoreOf(run) > scoreOf(worst)) worst = run
  }
  return worst
}

export function scoreOf(shifts: Shift[]): number {
  return shifts.reduce((sum, { score }) => sum + score, 0)
}

/**
 * The interactions of a visit, slowest first; for a visit of under 50, the slowest is its INP. The
 * browser doesn't report interactions under 16 ms, so there may be none.
 */
export function interactionsOf(events: InputEvent[]): Interaction[] {
  return [...Map.groupBy(events, ({ interaction }) => interaction).values()]
    .map((all) => {
      const slowest = all.toSorted((a, b) => b.duration - a.duration)[0]!
      // Handlers of one frame share its paint, so they count as one span from the first to the last
      // of them.
      const frame = all.filter(
        ({ start, duration }) => Math.abs(start + duration - slowest.start - slowest.duration) < 9,
      )
      const began = Math.min(...frame.map(({ processingStart }) => processingStart))
      const ended = Math.max(...frame.map(({ processingEnd }) => processingEnd))
      const painted = slowest.start + slowest.duration
      return {
        ...slowest,
        inputDelay: Math.max(0, began - slowest.start),
        processing: ended - Math.max(began, slowest.start),
        presentation: Math.max(0, painted - ended),
      }
    })
    .toSorted((a, b) => b.duration - a.duration)
}
