import { setTimeout as delay } from 'node:timers/promises'
import { counted } from '@portal/domain/counted'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import {
  type FrameState,
  installProbe,
  type PageState,
  type PartState,
  probeKey,
  readFrame,
  readState,
  swallowedKeys,
} from './frame-probe.ts'
import { changedPictures, type FramePictures, picturesOf } from './frame-pictures.ts'
import { dashboard, leaveScreen, openOwnPage, ownPage } from './leave-screen.ts'
import { cardFaults, cardsShown, readCards } from './neighbor-cards.ts'
import { neighbor } from './neighbor-release.ts'
import type { Fault } from './watch-page.ts'

/** For one screen, from opening it to leaving it again. The largest screen makes a tenth of these requests. */
export const frameLimits = { errors: 20, requests: 200, stored: 1_000_000 } as const

/** In ms: how long a difference has to last, and how long the menu may take to open a page. */
type Times = { lasting: number; follow: number }
const usualTimes: Times = { lasting: 2000, follow: 10_000 }
const interval = 100

const properties = [
  'display visibility opacity filter transform rotate scale translate position direction',
  'writing-mode zoom clip-path mix-blend-mode color background-color background-image',
  'border-top-width border-left-width font-family font-size font-weight letter-spacing',
  'text-transform margin-top margin-left padding-top padding-left pointer-events user-select',
].flatMap((names) => names.split(' '))

/** Input that a listener of a release mustn't receive once its screen was left. */
const inputTypes =
  /^(key|pointer|mouse|touch|wheel|(dbl)?click|contextmenu|submit|beforeinput|input|beforeunload|popstate)/

/** The frame on the shell's own page, before the release has run. */
type Baseline = {
  frame: FrameState
  state: PageState
  pictures: FramePictures
  /** A card of another remote, if the shell runs it. */
  cards: Awaited<ReturnType<typeof readCards>>
  /** Older shells have none: their screens are checked only while they are shown. */
  hasOwnPage: boolean
}

/** The release whose files and global are its own. */
type Owner = { name: string; global: string }

export type FrameCheck = {
  /** Counts a page's errors and requests from now on. */
  watch: (page: Page) => Activity
  /** The faults that a screen causes in the frame while it is shown and after it was left. */
  faultsOf: (page: Page, activity: Activity) => Promise<Fault[]>
}

type Activity = { errors: number; requests: number }

/**
 * Compares the frame, and the cards of another remote on the dashboard, with what they are without the release: whether
 * they can be reached, how they look, which built-ins, globals, listeners and storage the page has.
 */
export async function openFrameCheck(
  context: BrowserContext,
  release: Owner,
  times = usualTimes,
): Promise<FrameCheck> {
  await context.addInitScript(installProbe, probeKey)
  const baseline = await baselineOf(context, times)
  const lastingFaults = async (read: () => Promise<Fault[]>): Promise<Fault[]> => {
    for (let waited = 0; ; waited += interval) {
      const faults = await read()
      if (faults.length === 0 || waited >= times.lasting) return faults
      await delay(interval)
    }
  }

  const otherCards = async (page: Page, when: string): Promise<Fault[]> => {
    if (baseline.cards.length === 0) return []
    await cardsShown(page, times.follow)
    return lastingFaults(async () =>
      cardFaults(baseline.cards, await readCards(page, properties), when),
    )
  }

  return {
    watch: countActivity,
    async faultsOf(page, activity) {
      const faults = await lastingFaults(async () => [
        ...differences(baseline.frame, await page.evaluate(readFrame, properties), false),
        ...(await page.evaluate(swallowedKeys)).map(
          (key) => `while it is shown, a press of ${key} doesn’t reach the menu`,
        ),
      ])
      faults.push(...stateFaults(baseline.state, await page.evaluate(readState, probeKey)))
      if (faults.length === 0 && new URL(page.url()).pathname === dashboard) {
        faults.push(...(await otherCards(page, 'while it is shown')))
      }
      let cards: Fault[] = []
      if (faults.length === 0 && baseline.hasOwnPage) {
        const stuck = await leaveScreen(page, times, async () => {
          cards = await otherCards(page, 'after it was left')
        })
        if (stuck !== undefined) faults.push(stuck)
      }
      if (new URL(page.url()).pathname === ownPage) {
        const left = await lastingFaults(async () => [
          ...differences(baseline.frame, await page.evaluate(readFrame, properties), true),
          ...(await changedPictures(page, baseline.pictures)).map(
            (name) => `after it was left, ${name} looks different from before`,
          ),
        ])
        const state = await page.evaluate(readState, probeKey)
        faults.push(
          ...left,
          ...stateFaults(baseline.state, state),
          ...globalFaults(baseline.state, state, release),
          ...(await listenerFaults(page, release)),
        )
      }
      // What the whole page has, its cards inherit.
      if (faults.length === 0) faults.push(...cards)
      return [...new Set([...faults, ...limitFaults(activity)])]
    },
  }
}

async function baselineOf(context: BrowserContext, times: Times): Promise<Baseline> {
  const page = await context.newPage()
  try {
    await page.goto(neighbor.page)
    await page.waitForLoadState('networkidle')
    const cards = await readCards(page, properties)
    // The same steps as after a screen. Nothing is checked without them, so they get more time.
    const hasOwnPage = await openOwnPage(page, { ...times, follow: 3 * times.follow })
    const frame = await page.evaluate(readFrame, properties)
    const state = await page.evaluate(readState, probeKey)
    return { frame, state, pictures: await picturesOf(page), cards, hasOwnPage }
  } finally {
    await page.close()
  }
}

function countActivity(page: Page): Activity {
  const activity = { errors: 0, requests: 0 }
  page.on('pageerror', () => (activity.errors += 1))
  page.on('console', (message) => {
    // The browser logs a refusal by the API too.
    const isError = message.type() === 'error' && !message.text().startsWith('Failed to load')
    if (isError) activity.errors += 1
  })
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'eventsource'].includes(request.resourceType())) activity.requests += 1
  })
  return activity
}

function limitFaults({ errors, requests }: Activity): Fault[] {
  return [
    ...(errors > frameLimits.errors
      ? [`it causes ${counted(errors, 'error')}, more than ${frameLimits.errors}`]
      : []),
    ...(requests > frameLimits.requests
      ? [`it makes ${counted(requests, 'request')}, more than ${frameLimits.requests}`]
      : []),
  ]
}

/** `hasLeft`: the page is the one of the baseline, so that everything is the same. */
function differences(before: FrameState, now: FrameState, hasLeft: boolean): Fault[] {
  const when = hasLeft ? 'after it was left' : 'while it is shown'
  // A viewer may be in front of everything as long as it can be closed.
  if (now.hasDialog && !hasLeft) return []
  // What the page has, its parts inherit.
  const reported = new Set<string>()
  return Object.entries(before.parts).flatMap(([name, part]) => {
    const isOfPage = name === 'the page' || name === 'the body'
    if (now.isReading && !isOfPage) return []
    const shown = now.parts[name]
    const isControl = name.includes('“')
    if (!shown) return [`${when}, ${name} is missing`]
    if (shown.covered !== undefined && part.covered === undefined) {
      return [`${when}, ${name} is covered by something else`]
    }
    if (isControl && !hasLeft) return []
    const restyled = properties.find(
      (property) => !reported.has(property) && shown.style[property] !== part.style[property],
    )
    if (restyled !== undefined) {
      reported.add(restyled)
      const [is, was] = [shown.style[restyled], part.style[restyled]]
      return [`${when}, the ${restyled} of ${name} is ${is} instead of ${was}`]
    }
    return isOfPage || isInPlace(shown, part) ? [] : [`${when}, ${name} is in another place`]
  })
}

function isInPlace({ box: now }: PartState, { box: before }: PartState): boolean {
  return (['x', 'y', 'width'] as const).every((side) => Math.abs(now[side] - before[side]) <= 1)
}

function stateFaults(before: PageState, now: PageState): Fault[] {
  const changed = now.changed.filter((name) => !before.changed.includes(name))
  const cleared = now.cleared.filter((name) => !before.cleared.includes(name))
  return [
    ...changed.map((name) => `it changes the browser’s ${name}, which the whole page uses`),
    ...cleared.map((name) => `it clears the browser’s ${name}, which the sign-in needs`),
    ...(now.stored - before.stored > frameLimits.stored
      ? [`it stores ${counted(now.stored - before.stored, 'byte')}, more than a million`]
      : []),
  ]
}

/** Bundlers and libraries that need a global mark it with an underscore; pdf.js doesn't. */
const knownGlobals = /^(_|pdfjs|rspackChunk|webpackChunk|chunk)/

function globalFaults(before: PageState, now: PageState, { global }: Owner): Fault[] {
  return now.globals
    .filter((name) => !before.globals.includes(name) && name !== global)
    .filter((name) => !knownGlobals.test(name))
    .map((name) => `it leaves the global ${name} behind`)
}

/** Listeners of the release's own scripts on what the whole page shares. */
async function listenerFaults(page: Page, { name }: Owner): Promise<Fault[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const own = new Set<string>()
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url.includes(`/remotes/${name}/`)) own.add(scriptId)
    })
    await session.send('Debugger.enable')
    await session.send('Debugger.setSkipAllPauses', { skip: true })
    const targets = ['window', 'document', 'document.documentElement', 'document.body']
    const faults: Fault[] = []
    for (const target of targets) {
      for (const { type, scriptId } of await listenersOf(session, target)) {
        if (!own.has(scriptId) || !inputTypes.test(type)) continue
        faults.push(`it leaves a listener for ${type} on ${target} behind`)
      }
    }
    return faults
  } finally {
    await session.detach()
  }
}

async function listenersOf(session: CDPSession, expression: string) {
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId!,
  })
  return listeners
}
