import { afterEach, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { loadStyles } from './release-styles.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const files = ['container.js', 'styles.css', 'screens.css'].map((file) => ({
  file,
  integrity: `sha384-${file}`,
  size: 1,
}))

/** The integrity of each style sheet that the shell adds for a release. */
async function sheetsOf(release: string, stylesFirst?: string[]): Promise<string[]> {
  const added: string[] = []
  vi.stubGlobal('fetch', async () => new Response(''))
  // The environment loads no style sheets.
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) throw new TypeError('Only style sheets are added')
    added.push(link.integrity)
    link.dispatchEvent(new Event('load'))
  })
  await loadStyles(
    composedRelease({ release, files, ...(stylesFirst && { stylesFirst }) }),
    '',
    1000,
  )
  return added
}

it('adds the sheets that a container needs, with their integrity, and leaves the others to its chunks', async () => {
  expect(await sheetsOf('new', ['styles.css'])).toEqual(['sha384-styles.css'])
})

it('adds none for a container without styles', async () => {
  expect(await sheetsOf('plain', [])).toEqual([])
})

it('adds every sheet of a release that doesn’t say which ones come first', async () => {
  expect(await sheetsOf('old')).toEqual(['sha384-styles.css', 'sha384-screens.css'])
})
