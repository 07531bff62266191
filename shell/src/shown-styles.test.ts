import { afterEach, expect, it } from 'vitest'
import { guardStyles, showStyles } from './shown-styles.ts'

const base = '/remotes/meetings/1/'

function addSheet(address: string, media = ''): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.media = media
  // Without a request: the environment would load it.
  Object.defineProperty(link, 'href', { value: new URL(address, location.href).href })
  document.head.append(link)
  return link
}

/** The observer is told in a microtask. */
const told = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => document.head.replaceChildren())

it('loads a sheet without applying it until its release is shown, and again once nothing of it is', async () => {
  guardStyles(base)
  const sheet = addSheet(`${base}styles.css`)
  await told()
  expect(sheet.media).toBe('not all')
  const hideScreen = showStyles(base)
  const hidePart = showStyles(base)
  expect(sheet.media).toBe('')
  hideScreen()
  expect(sheet.media).toBe('')
  hidePart()
  expect(sheet.media).toBe('not all')
})

it('applies a sheet at once that a chunk adds while its release is shown, with its own media query', async () => {
  guardStyles(base)
  const hide = showStyles(base)
  const sheet = addSheet(`${base}print.css`, 'print')
  await told()
  expect(sheet.media).toBe('print')
  hide()
  expect(sheet.media).toBe('not all')
})

it('leaves the sheets of the shell and of other releases as they are', async () => {
  guardStyles(base)
  const others = ['/assets/shell.css', '/remotes/meetings/10/styles.css'].map((one) =>
    addSheet(one),
  )
  await told()
  expect(others.map(({ media }) => media)).toEqual(['', ''])
})
