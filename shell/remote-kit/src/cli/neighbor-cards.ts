import type { Page } from '@playwright/test'
import { neighbor } from './neighbor-release.ts'
import type { Fault } from './watch-page.ts'

/** An element of a card: its style and size, and what is in front of its middle, if anything is. */
type ElementState = {
  name: string
  style: Record<string, string>
  size: { width: number; height: number }
  covered: boolean
}

type CardState = {
  /** Its text and its elements with their attributes. */
  content: string
  elements: ElementState[]
  /** Whether a click reaches its button. */
  isClickable: boolean
}

type Read = { remote: string; properties: readonly string[] }

/** The cards of another remote on this page. */
export function readCards(page: Page, properties: readonly string[]): Promise<CardState[]> {
  return page.evaluate(cardsOnPage, { remote: neighbor.name, properties })
}

/** Waits until the dashboard has them. A difference is found without it too. */
export async function cardsShown(page: Page, timeout: number): Promise<void> {
  const areThere = ({ name, cards }: { name: string; cards: number }) =>
    document.querySelectorAll(`[data-remote="${name}"] section`).length >= cards
  await page.waitForFunction(areThere, neighbor, { timeout }).catch(() => undefined)
}

/** How the cards on the dashboard differ from the one on its own page. Nothing if the shell doesn't run it. */
export function cardFaults(before: CardState[], now: CardState[], when: string): Fault[] {
  const [original] = before
  if (!original) return []
  if (now.length < neighbor.cards) return [`${when}, a card of another remote is missing`]
  return [...new Set(now.flatMap((card) => differenceOf(original, card) ?? []))].map(
    (difference) => `${when}, ${difference}`,
  )
}

function differenceOf(before: CardState, now: CardState): string | undefined {
  if (now.content !== before.content) return 'a card of another remote has another content'
  for (const [index, was] of before.elements.entries()) {
    const { name, style, size, covered } = now.elements[index]!
    const restyled = Object.keys(style).find((property) => style[property] !== was.style[property])
    if (restyled !== undefined) {
      return `the ${restyled} of ${name} in another remote’s card is ${style[restyled]} instead of ${was.style[restyled]}`
    }
    const isResized = (['width', 'height'] as const).some(
      (side) => Math.abs(size[side] - was.size[side]) > 1,
    )
    if (isResized) return `${name} of another remote’s card has another size`
    if (covered) return `${name} of another remote’s card is covered by something else`
  }
  return now.isClickable ? undefined : 'a click doesn’t reach another remote’s card'
}

/** Sent to the browser as text, so it refers to nothing outside itself. */
function cardsOnPage({ remote, properties }: Read): CardState[] {
  const names: Record<string, string> = {
    section: 'the frame',
    h2: 'the heading',
    p: 'the text',
    a: 'the link',
    button: 'the button',
  }
  const isCovered = (element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit === null || !element.contains(hit)
  }
  const receivesClick = (button: Element | null) => {
    let arrived = false
    const arrive = () => (arrived = true)
    button?.addEventListener('click', arrive, { once: true })
    const isFree = button?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true }),
    )
    button?.removeEventListener('click', arrive)
    return arrived && isFree === true
  }
  const cards = [...document.querySelectorAll(`[data-remote="${remote}"] section`)].map((card) => {
    const elements = [card, ...card.querySelectorAll('h2, p, a, button')].map((element) => {
      const computed = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      return {
        name: names[element.localName]!,
        style: Object.fromEntries(
          properties.map((property) => [property, computed.getPropertyValue(property)]),
        ),
        size: { width, height },
        covered: isCovered(element),
      }
    })
    const isClickable = receivesClick(card.querySelector('button'))
    return { content: card.outerHTML, elements, isClickable }
  })
  scrollTo(0, 0)
  return cards
}
