import { asOlderBrowser } from '../support/engines/older-browser.ts'
import { inkOfSheets } from '../support/ink-of-sheets.ts'
import { currentQuarter, people } from '../support/fixtures.ts'
import { type Reader, until } from '../support/engines/reader.ts'
import { expect, test } from './smoke-test.ts'

const { quarter } = currentQuarter()

test('a member signs in, sees the next meeting, and opens every page of the menu', async ({
  reader,
  signIn,
}) => {
  await signIn()
  await reader.see({ role: 'heading', name: /Board Meeting$/ })
  await reader.see({ role: 'link', name: /^Join Meeting/ })

  const entries = await reader.run(() =>
    [...document.querySelectorAll('nav[aria-label="Main"] a')].map(
      ({ textContent }) => textContent,
    ),
  )
  expect(entries.length).toBeGreaterThanOrEqual(6)
  // The first is the page that is open.
  for (const name of [...entries.slice(1), entries[0]!]) {
    await reader.click({ role: 'link', name })
    await until(async () => {
      expect(await reader.run(openPage), name).toEqual({
        entry: name,
        heading: name === 'Dashboard' ? expect.stringMatching(/, Maria$/) : name,
        isTitled: true,
        isBusy: false,
        failures: 0,
      })
    })
  }
})

test('a paper opens, and is paged through and enlarged', async ({ reader, signIn }) => {
  await signIn()
  await openBudget(reader)
  const box = /^Page, of \d+$/
  await reader.enter({ label: box }, '3')
  await reader.tab.pressEnter()
  await until(async () => expect(await reader.run(inkOfPage, 3)).toBeGreaterThan(0))
  expect(await reader.run(isInView, 3)).toBe(true)
  await useTool(reader, 'Zoom in')

  await reader.click({ role: 'link', name: new RegExp(`^Back to Q${quarter}`) })
  await reader.see({ role: 'heading', name: 'Meeting Materials' })
})

test(
  'a paper is printed, also without a viewer of the browser’s own and on a screen that is held sideways',
  { tag: '@long' },
  async ({ reader, signIn }) => {
    await signIn()
    await openBudget(reader)
    const pages = await reader.run(
      () => document.querySelectorAll('.pdfViewer [data-page-number]').length,
    )
    expect(pages).toBeGreaterThan(1)
    await expectFullSheets(reader, pages)
    await reader.run(
      () => void Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }),
    )
    await reader.tab.turn?.()
    await expectFullSheets(reader, pages)
    await reader.tab.turn?.()
  },
)

test('selected words are highlighted and written about, and found by keys after a reload', async ({
  engine,
  reader,
  signIn,
}) => {
  await signIn()
  await reader.click({ role: 'link', name: 'Meeting Materials' })
  // A paper that no earlier journey has turned or enlarged.
  await reader.click({ role: 'link', name: /Cash Flow Summary/ })
  // The engines share the member, and each has its own color.
  const color = { webkit: 'Green', firefox: 'Blue' }[engine]
  await openNotes(reader)
  const before = await reader.run(notesIn, color)
  await selectFirstWords(reader)
  await reader.click({ role: 'button', name: `Highlight in ${color}` })
  await until(async () => expect(await reader.run(notesIn, color)).toBe(before + 1))

  await goToNote(reader, color)
  const text = `Written in ${engine}.`
  await reader.enter({ label: 'Your note' }, text)
  await until(async () => expect(await reader.run(savingState)).toBe('Saved'))

  await reader.tab.open(await reader.run(() => location.href))
  await openNotes(reader)
  await until(async () => expect(await reader.run(notesIn, color)).toBe(before + 1))
  await goToNote(reader, color)
  await reader.tab.type('k')
  await reader.tab.type('j')
  expect(await reader.run(chosenNote)).toContain(`· ${color}`)
  expect(await reader.run(writtenText)).toBe(text)
})

test(
  'a browser without the newest APIs signs in by a deep link, and shows an event and a paper',
  { tag: '@long' },
  async ({ reader }) => {
    const older = await asOlderBrowser(process.env['PORTAL_URL']!)
    try {
      await reader.tab.open(`${older.url}/calendar`)
      expect(
        await reader.run(() => ['parse' in URL, 'any' in AbortSignal, 'Segmenter' in Intl]),
      ).toEqual([false, false, false])
      const { email, password } = people.member
      await reader.enter({ label: 'E-mail' }, email)
      await reader.enter({ label: 'Password' }, password)
      await reader.click({ role: 'button', name: 'Sign in with Email & Password' })
      await reader.see({ role: 'heading', name: 'Board Calendar' })
      await reader.click({ role: 'link', name: 'Meeting Materials' })
      await reader.click({ role: 'link', name: /Budget vs Actual/ })
      await until(async () => expect(await reader.run(inkOfPage, 1)).toBeGreaterThan(0))
      expect(await reader.has({ role: 'alert' })).toBe(false)
    } finally {
      await older.close()
    }
  },
)

test(
  'signing out leads to the sign-in page, and Back shows nothing of the portal',
  { tag: '@long' },
  async ({ reader, signIn }) => {
    await signIn()
    await reader.click({ role: 'link', name: 'Board & Staff Directory' })
    await reader.see({ role: 'heading', name: 'Board & Staff Directory' })
    await reader.click({ role: 'button', name: /^Account of/ })
    const { startedAt } = await reader.run(documentState)
    await reader.click({ role: 'menuitem', name: 'Sign Out' })
    // The page shows the button before a new one replaces it. Going back in between would cancel that.
    await until(async () => {
      const now = await reader.run(documentState)
      expect(now.startedAt).toBeGreaterThan(startedAt)
      expect(now.isComplete).toBe(true)
      expect(await reader.has({ role: 'button', name: 'Sign in with Google' })).toBe(true)
    })
    await reader.tab.back()
    await until(async () => {
      expect(await reader.has({ role: 'button', name: 'Sign in with Google' })).toBe(true)
      expect(await reader.has({ role: 'navigation', name: 'Main' })).toBe(false)
    })
  },
)

/** Opens a paper of the next meeting, and waits until its first page is drawn. */
async function openBudget(reader: Reader): Promise<void> {
  await reader.click({ role: 'link', name: 'Meeting Materials' })
  await reader.click({ role: 'link', name: /Budget vs Actual/ })
  await reader.see({ role: 'heading', name: 'Budget vs Actual' })
  await until(async () => expect(await reader.run(inkOfPage, 1)).toBeGreaterThan(0))
}

/** Presses a tool of the open paper: if the bar is too narrow for every one, the rest are one tap away. */
async function useTool(reader: Reader, name: string): Promise<void> {
  if (await reader.has({ role: 'button', name })) return reader.click({ role: 'button', name })
  await reader.click({ role: 'button', name: 'More' })
  await reader.click({ role: 'menuitem', name })
}

async function openNotes(reader: Reader): Promise<void> {
  await until(async () => expect(await reader.run(firstWords)).toBeDefined())
  await reader.click({ role: 'button', name: 'Notes' })
  await reader.see({ role: 'button', name: 'Next note' })
}

/** Drags over the first words until they are selected: the pages may still move. */
async function selectFirstWords(reader: Reader): Promise<void> {
  let last: ReturnType<typeof firstWords>
  await until(async () => {
    const words = await reader.run(firstWords)
    expect(words).toBeDefined()
    const stays = JSON.stringify(words) === JSON.stringify(last)
    last = words
    expect(stays, 'the words stay').toBe(true)
    await reader.tab.drag(words!.from, words!.to)
    expect(await reader.run(selectedText)).toMatch(/\w{4}/)
  })
}

/** Presses the key for the next note until one of this color is chosen. */
async function goToNote(reader: Reader, color: string): Promise<void> {
  await until(async () => {
    await reader.tab.type('j')
    expect(await reader.run(chosenNote)).toContain(`· ${color}`)
  })
}

/** Runs in the page. */
function chosenNote(): string {
  return document.querySelector('[data-note] [aria-current="true"]')?.textContent ?? ''
}

/** Runs in the page: what the reader has written in the chosen note. */
function writtenText(): string | undefined {
  return document.querySelector<HTMLTextAreaElement>('[data-note] textarea')?.value
}

/** Runs in the page. */
function savingState(): string | undefined {
  return document.querySelector('aside[aria-label="Notes"] [role="status"]')?.textContent
}

/** Runs in the page: how many notes of a color are in the list. */
function notesIn(color: string): number {
  const notes = [...document.querySelectorAll('aside [data-note]')]
  return notes.filter(({ textContent }) => textContent.includes(`· ${color}`)).length
}

/** Runs in the page. */
function selectedText(): string {
  return String(getSelection())
}

/** Runs in the page: when its document began, in ms since 1970, and whether it has loaded. */
function documentState() {
  return { startedAt: performance.timeOrigin, isComplete: document.readyState === 'complete' }
}

/** Runs in the page: where the first words begin and end, once the pages fit next to the list. */
function firstWords() {
  const spans = [...document.querySelectorAll('.textLayer span')]
  const span = spans.find(
    (element) => /\w{4}/.test(element.textContent) && element.childElementCount === 0,
  )
  if (!span) return undefined
  const { left, right, top, height } = span.getBoundingClientRect()
  // Hidden while the pages get another width.
  if (left < 0 || right > innerWidth || left === right) return undefined
  const y = Math.round(top + height / 2)
  return { from: { x: Math.round(left) + 2, y }, to: { x: Math.round(right) - 2, y } }
}

/** Runs in the page: which page is open, and whether it is complete. */
function openPage() {
  const heading = document.querySelector('h1')?.textContent
  const buttons = [...document.querySelectorAll('button')]
  return {
    entry: document.querySelector('nav[aria-label="Main"] [aria-current="page"]')?.textContent,
    heading,
    isTitled: heading !== undefined && document.title.startsWith(heading),
    isBusy: document.querySelector('[aria-busy="true"]') !== null,
    failures: buttons.filter(({ textContent }) => textContent === 'Try Again').length,
  }
}

/** Runs in the page: how many of a page's pixels aren't white, in a small picture of it. */
function inkOfPage(number: number): number {
  const page = document.querySelector<HTMLCanvasElement>(`[data-page-number="${number}"] canvas`)
  if (!page || page.width === 0) return 0
  const canvas = document.createElement('canvas')
  canvas.width = 100
  canvas.height = 100
  const context = canvas.getContext('2d')!
  context.drawImage(page, 0, 0, 100, 100)
  const { data } = context.getImageData(0, 0, 100, 100)
  return data.filter((value, index) => index % 4 === 0 && data[index + 3]! > 0 && value < 200)
    .length
}

/** Runs in the page. */
function isInView(number: number): boolean {
  const page = document.querySelector(`[data-page-number="${number}"]`)!.getBoundingClientRect()
  return page.top < innerHeight && page.bottom > 0
}

/** Prints the paper: each page on a sheet of its own, which it fills. */
async function expectFullSheets(reader: Reader, pages: number): Promise<void> {
  const { takePrinted } = reader.tab
  if (!takePrinted) return
  await useTool(reader, 'Print')
  let printed: Uint8Array | undefined
  await until(async () => {
    printed = takePrinted()
    expect(printed, 'printed').toBeDefined()
  })
  const { count, inks } = await inkOfSheets(printed!)
  expect(count).toBe(pages)
  for (const { width, height } of inks) {
    expect(width).toBeGreaterThan(0.7)
    expect(height).toBeGreaterThan(0.4)
  }
}
