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

/** The sheet has loaded; its media list begins with the attribute's. */
function load(link: HTMLLinkElement): void {
  Object.defineProperty(link, 'sheet', { value: { media: { mediaText: link.media } } })
  link.dispatchEvent(new Event('load'))
}

const mediaOf = (link: HTMLLinkElement) => link.sheet?.media.mediaText

/** The observer is notified in a microtask. */
const notified = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => document.head.replaceChildren())

it('loads a sheet without applying it until its release is shown, and again once nothing of it is', async () => {
  guardStyles(base)
  const sheet = addSheet(`${base}styles.css`)
  await notified()
  expect(sheet.media).toBe('not all')
  load(sheet)
  expect(mediaOf(sheet)).toBe('not all')
  const hideScreen = showStyles(base)
  const hidePart = showStyles(base)
  expect(mediaOf(sheet)).toBe('')
  hideScreen()
  expect(mediaOf(sheet)).toBe('')
  hidePart()
  expect(mediaOf(sheet)).toBe('not all')
  // A new attribute would make Firefox request the sheet again.
  expect(sheet.media).toBe('not all')
})

it('applies a sheet once it has loaded if its release is shown meanwhile', async () => {
  guardStyles(base)
  const sheet = addSheet(`${base}styles.css`)
  await notified()
  const hide = showStyles(base)
  load(sheet)
  expect(mediaOf(sheet)).toBe('')
  hide()
})

it('applies a sheet at once that a chunk adds while its release is shown, with its own media query', async () => {
  guardStyles(base)
  const hide = showStyles(base)
  const sheet = addSheet(`${base}print.css`, 'print')
  await notified()
  expect(sheet.media).toBe('print')
  load(sheet)
  expect(mediaOf(sheet)).toBe('print')
  hide()
  expect(mediaOf(sheet)).toBe('not all')
})

it('applies the sheet of a hot update, which copies the attribute of the one it replaces', async () => {
  guardStyles(base)
  const first = addSheet(`${base}styles.css`)
  await notified()
  load(first)
  const hide = showStyles(base)
  const update = addSheet(`${base}styles.css?hmr=1`, first.media)
  first.remove()
  await notified()
  load(update)
  expect(mediaOf(update)).toBe('')
  hide()
  expect(mediaOf(update)).toBe('not all')
})

it('leaves the sheets of the shell and of other releases as they are', async () => {
  guardStyles(base)
  const others = ['/assets/shell.css', '/remotes/meetings/10/styles.css'].map((name) =>
    addSheet(name),
  )
  await notified()
  for (const other of others) load(other)
  expect(others.map(({ media }) => media)).toEqual(['', ''])
  expect(others.map(mediaOf)).toEqual(['', ''])
})
