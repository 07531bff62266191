import { expect, type Page } from '@playwright/test'

/** What an eye and a finger ask of the page as it stands: targets of 48 px, letters of 16 px, lines of 75 letters. */
export async function legible(page: Page, where: string): Promise<void> {
  const told = await page.evaluate(() => {
    const [target, letter, line] = [48, 16, 75]
    /** What papers and other sites draw is theirs. */
    const foreign = '.pdfViewer, iframe'
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(foreign) &&
      // What is for screen readers alone has a box of one pixel.
      element.getBoundingClientRect().width > 1
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)

    /** What a press may hit: a field's label too, and all that a link is stretched over. */
    const pressable = (element: Element) => {
      const { content, position } = getComputedStyle(element, '::after')
      const isStretched = content !== 'none' && position === 'absolute'
      return (
        (isStretched ? (element as HTMLElement).offsetParent : element.closest('label')) ?? element
      )
    }
    const targets = 'a[href], button, input, select, textarea, [role=radio], [role=option]'
    const small = [...document.querySelectorAll(targets)].flatMap((element) => {
      // A link inside a sentence is as high as its line.
      if (!isSeen(element) || getComputedStyle(element).display === 'inline') return []
      const { width, height } = pressable(element).getBoundingClientRect()
      if (Math.round(Math.min(width, height)) >= target) return []
      return [`${nameOf(element)}: ${Math.round(width)} by ${Math.round(height)} px`]
    })

    const wordsOf = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words: { element: Element; node: Text }[] = []
    while (wordsOf.nextNode()) {
      const node = wordsOf.currentNode as Text
      const element = node.parentElement!
      if (node.data.trim() !== '' && isSeen(element)) words.push({ element, node })
    }
    const fine = words.flatMap(({ element }) => {
      const { fontSize } = getComputedStyle(element)
      return parseFloat(fontSize) < letter ? [`${nameOf(element)}: letters of ${fontSize}`] : []
    })

    const range = document.createRange()
    const longestLine = (node: Text) => {
      const lines = new Map<number, string>()
      for (let index = 0; index < node.length; index += 1) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const { top, width } = range.getBoundingClientRect()
        if (width > 0) lines.set(top, (lines.get(top) ?? '') + node.data[index])
      }
      return Math.max(0, ...[...lines.values()].map((text) => text.trim().length))
    }
    const long = words.flatMap(({ element, node }) => {
      const length = node.length > line ? longestLine(node) : 0
      return length > line ? [`${nameOf(element)}: a line of ${length} letters`] : []
    })
    return [...small, ...fine, ...long]
  })
  expect.soft(told, where).toEqual([])
}
