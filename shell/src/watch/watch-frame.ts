import { isApiError } from '@portal/remote-kit/client'
import { isSilence } from '@portal/shared-ui/silence'
import { brokenRelease } from '../failure-stage.ts'
import { type OnFault, recoverFrame } from '../frame-integrity.ts'
import {
  type MountedRelease,
  mountedReleases,
  onRunningChange,
  responsibleRelease,
} from '../mounted-releases.ts'
import { releaseInStack } from '../report.ts'

type FrameWatch = {
  report: (error: unknown) => void
  onFault: OnFault
}

/** In ms. */
const interval = 1000
/** The menu and the cards are looked at in every fifth check, and must be covered in two of these in a row. */
const everyChecks = 5

/** The gate allows a screen as many. */
const mostErrors = 20
const minute = 60_000

/**
 * Watches what a release can damage outside its own part of the page: the browser's built-ins, which are put back, the
 * menu, the header and the cards of others, and the errors it causes. Returns a function that ends it.
 */
export function watchFrame({ report, onFault }: FrameWatch): () => void {
  let known = mountedReleases()
  const checkBuiltIns = () => {
    const now = mountedReleases()
    const added = now.filter((entry) => !known.includes(entry))
    // Each of these was there when it happened, also if it has left since then.
    const before = [...new Set([...known, ...now])]
    known = now
    const suspect = responsibleRelease(added.length > 0 ? added : before)
    recoverFrame(report, onFault, suspect ?? null)
  }
  let checks = 0
  let covering: Covering | undefined
  const timer = setInterval(() => {
    checkBuiltIns()
    checks += 1
    if (checks % everyChecks !== 0) return
    const before = covering
    covering = findCovering()
    if (before && covering) failCovering(covering)
  }, interval)
  const noteError = errorCounter(onFault)
  const onError = ({ error }: ErrorEvent) => {
    checkBuiltIns()
    noteError(error)
  }
  const onRejection = ({ reason }: PromiseRejectionEvent) => noteError(reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stopFollowing = onRunningChange(checkBuiltIns)
  checkBuiltIns()
  return () => {
    clearInterval(timer)
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    stopFollowing()
  }
}

/** Counts the uncaught errors of each release on the page, and calls back when one has too many in a minute. */
function errorCounter(onFault: OnFault): (error: unknown) => void {
  const times = new Map<MountedRelease, number[]>()
  return (error) => {
    // Without an answer from the API, every release has errors.
    if (!(error instanceof Error) || isApiError(error) || isSilence(error) || !navigator.onLine)
      return
    const [name, id] = releaseInStack(error.stack)
    const source = mountedReleases().find(
      ({ release }) => release.name === name && release.release === id,
    )
    if (!source) return
    const now = Date.now()
    const recent = [...(times.get(source) ?? []), now].filter((time) => now - time < minute)
    times.set(source, recent.length > mostErrors ? [] : recent)
    if (recent.length <= mostErrors) return
    const { release, route } = source
    const did = `caused more than ${mostErrors} errors in a minute`
    onFault(release, brokenRelease(release, did, { kind: 'errors', route }))
  }
}

/** Over these the menu can't be reached, and needn't. */
const above = '[role=dialog], [role=alertdialog], dialog[open], [data-reading]'

/** A release's element that is in front of something else. */
type Covering = { element: Element; what: string }

function findCovering(): Covering | undefined {
  if (document.hidden || document.fullscreenElement || document.querySelector(above))
    return undefined
  return coveringMenu() ?? coveringCard()
}

/** What covers every control of the menu, or of the header; undefined if one can be reached. */
function coveringMenu(): Covering | undefined {
  for (const part of ['nav[aria-label="Main"]', 'header:not(main header, aside header)']) {
    const front = [...document.querySelectorAll(`${part} :is(a, button)`)].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      if (width === 0) return []
      // Nothing is where the page has been scrolled away.
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit ? [control.contains(hit) ? undefined : hit] : []
    })
    const [element] = front
    // Browser extensions and the shell add elements as well.
    if (element && front.every((hit) => hit && placeOf(hit))) return { element, what: 'the menu' }
  }
  return undefined
}

/** A card may open these over its neighbor. */
const opened = '[role=menu], [role=listbox], [role=tooltip], [popover]'

/** As shares of a card's width and height. */
const points = [0.25, 0.5, 0.75].flatMap((x) => [0.25, 0.5, 0.75].map((y) => ({ x, y })))

/** What of one remote covers the visible middle of another one's card. */
function coveringCard(): Covering | undefined {
  for (const place of document.querySelectorAll<HTMLElement>('[data-remote]')) {
    const box = place.firstElementChild?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) continue
    const front = points.flatMap(
      ({ x, y }) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height) ?? [],
    )
    const isCovered = front.every((hit) => {
      const { remote } = placeOf(hit)?.dataset ?? {}
      return remote !== undefined && remote !== place.dataset['remote'] && !hit.closest(opened)
    })
    const [element] = front
    // Where most of it has been scrolled away, little is enough to cover the rest.
    if (element && isCovered && front.length > points.length / 2) {
      return { element, what: `the card of ${place.dataset['remote']}` }
    }
  }
  return undefined
}

function placeOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-remote]')
}

/** The release shows the failure in its places, or another one replaces it: other parts of it may cover the same. */
function failCovering({ element, what }: Covering): void {
  const { remote, release: id } = placeOf(element)?.dataset ?? {}
  for (const { release, route, fail } of mountedReleases()) {
    if (release.name !== remote || release.release !== id) continue
    fail(brokenRelease(release, `covered ${what}`, { kind: 'frame', route }))
  }
}
