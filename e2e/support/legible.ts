import { expect, type Page } from '@playwright/test'

/** Legibility of the current page: targets of 48 px, letters of 16 px, lines of 75 letters. */
export async function legible(page: Page, where: string): Promise<void> {
  const findings = await page.evaluate(() => {
    const [target, letter, line] = [48, 16, 75]
    /** Papers and other sites have their own rendering. */
    const foreign = '.pdfViewer, iframe'
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(foreign) &&
      // Text for screen readers only has a box of one pixel.
      element.getBoundingClientRect().width > 1
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)

    /** The target area: a field's label too, and the whole area that a link is stretched over. */
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
  expect.soft(findings, where).toEqual([])
}

/**
 * Words that are broken over two lines, and text outside its box, where it may overlap other text.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange()
    /** The box that contains a text. */
    const placeOf = (element: Element): Element =>
      getComputedStyle(element).display.startsWith('inline') && element.parentElement
        ? placeOf(element.parentElement)
        : element
    /** Text for screen readers only is clipped. */
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.pdfViewer, iframe') &&
      !isClipped(element)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const complaints = new Set<string>()
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      const element = node.parentElement!
      if (node.data.trim() === '' || !isSeen(element)) continue
      for (const { 0: word, index } of node.data.matchAll(/(?<![^\s–-])\p{L}{3,}(?![^\s–-])/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) complaints.add(`${word} is broken`)
      }
      range.selectNodeContents(node)
      const [text, place] = [range, placeOf(element)].map((some) => some.getBoundingClientRect())
      const out = Math.round(Math.max(text!.right - place!.right, place!.left - text!.left))
      if (text!.width > 0 && out > 2)
        complaints.add(`${node.data.trim().slice(0, 40)}: ${out} px outside its place`)
    }
    return [...complaints]
  })
}
