import type { Browser, BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrameCheck, frameLimits, openFrameCheck } from './frame-check.ts'
import { openBrowser } from './mount-screens.ts'

/** A frame with a router of its own, and one screen whose script is a release's. */
const portal = `<!doctype html>
<style>
  body { margin: 0; background: white; color: black; }
  aside { position: absolute; width: 200px; height: 400px; }
  header { margin-left: 200px; }
  main { margin-left: 200px; }
  body:has([data-reading]) > :is(aside, header) { display: none; }
</style>
<aside><nav aria-label="Main"><a href="/">Dashboard</a></nav></aside>
<header>
  <button aria-haspopup="menu">Ada Park</button>
  <div role="menu" hidden><button role="menuitem">Your Account</button></div>
</header>
<main></main>
<script>
  const push = history.pushState.bind(history)
  const main = document.querySelector('main')
  const menu = document.querySelector('[role=menu]')
  const addCard = () => {
    const place = document.createElement('div')
    place.dataset.remote = 'gate-neighbor'
    place.innerHTML = '<section><h2>Card</h2><p>Text</p><a href="/">Read more</a> <button>Save</button></section>'
    main.append(place)
  }
  const show = (path) => {
    menu.hidden = true
    main.replaceChildren(Object.assign(document.createElement('h1'), { textContent: path }))
    if (path === '/gate-neighbor') addCard()
    if (path === '/') [addCard(), addCard()]
  }
  const open = (path) => { push(null, '', path); show(path) }
  document.querySelector('a').addEventListener('click', (event) => {
    event.preventDefault()
    open('/')
  })
  document.querySelector('header button').addEventListener('click', () => (menu.hidden = false))
  menu.addEventListener('click', () => open('/account'))
  show(location.pathname)
</script>`
const screen = '<script src="/remotes/news/1.0.0/screen.js"></script>'

const origin = 'http://portal.test'
const times = { lasting: 200, follow: 10_000 }

let browser: Browser
let context: BrowserContext
let check: FrameCheck
beforeAll(async () => {
  browser = await openBrowser()
  context = await browser.newContext({ baseURL: origin })
  await context.addInitScript(() => localStorage.clear())
  await context.route(/./, (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) return route.fulfill({ json: {} })
    const isOfRelease = pathname === '/news' || search === '?part'
    const body = isOfRelease ? portal + screen : portal
    return route.fulfill({ body, contentType: 'text/html' })
  })
  const release = { name: 'news', global: 'portal_news' }
  check = await openFrameCheck(context, release, times)
})
afterAll(() => browser.close())

/** The faults of a release whose screen runs this script; `follow` is how long a click may take, in ms. */
async function faultsOf(script: string, follow = 10_000, address = '/news'): Promise<string[]> {
  times.follow = follow
  const page = await context.newPage()
  try {
    await page.route('**/screen.js', (route) =>
      route.fulfill({ body: script, contentType: 'text/javascript' }),
    )
    const activity = check.watch(page)
    await page.goto(address)
    return await check.faultsOf(page, activity)
  } finally {
    await page.close()
  }
}

const cover = (style: string) =>
  `document.querySelector('main').append(Object.assign(document.createElement('div'), { style: '${style}' }))`

it('passes a screen that changes only its own part of the page', async () => {
  const faults = await faultsOf(`
    window.portal_news = {}
    globalThis.__federation_news = {}
    document.querySelector('main').append('News')
    const close = new AbortController()
    addEventListener('keydown', () => {}, { signal: close.signal })
    new MutationObserver(() => close.abort()).observe(document.querySelector('main'), { childList: true })
    localStorage.setItem('news.read', '1')
    Object.defineProperty(Array.prototype, 'newest', { value: () => {}, configurable: true })
    void fetch('/api/news')
    console.error('One error is none too many.')
  `)
  expect(faults).toEqual([])
})

it('allows a viewer in front of the menu that closes with Escape', async () => {
  const faults = await faultsOf(`
    const viewer = Object.assign(document.createElement('div'), {
      role: 'dialog', style: 'position: fixed; inset: 0',
    })
    document.body.append(viewer)
    const close = new AbortController()
    const closeWith = ({ key }) => {
      if (key !== 'Escape') return
      viewer.remove()
      close.abort()
    }
    addEventListener('keydown', closeWith, { signal: close.signal })
  `)
  expect(faults).toEqual([])
})

it('leaves a paper that fills the page by its first link', async () => {
  const openPaper = (close: string) => `
    const paper = Object.assign(document.createElement('article'), {
      innerHTML: '<p data-paper-bar><a href="/news">News</a></p>',
    })
    paper.dataset.reading = ''
    document.querySelector('main').append(paper)
    paper.querySelector('a').addEventListener('click', (event) => {
      event.preventDefault()
      ${close}
    })
  `
  expect(await faultsOf(openPaper('paper.remove()'))).toEqual([])
  expect(await faultsOf(openPaper(''), 1000)).toEqual([
    'the first link above the paper doesn’t lead back to the menu',
  ])
})

it('fails a screen that covers the menu', async () => {
  const faults = await faultsOf(cover('position: fixed; inset: 0'))
  expect(faults).toEqual([
    'while it is shown, the menu’s “Dashboard” is covered by something else',
    'while it is shown, the header’s “Ada Park” is covered by something else',
  ])
})

it('fails a screen that restyles the frame or keeps keys from it', async () => {
  const faults = await faultsOf(`
    document.documentElement.style.fontSize = '40px'
    document.body.style.filter = 'invert(1)'
    document.querySelector('aside').style.left = '50px'
    document.querySelector('header').style.display = 'none'
    addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true })
  `)
  expect(faults).toEqual([
    'while it is shown, the font-size of the page is 40px instead of 16px',
    'while it is shown, the filter of the body is invert(1) instead of none',
    'while it is shown, the menu is in another place',
    'while it is shown, the display of the header is none instead of block',
    'while it is shown, the header’s “Ada Park” is missing',
    'while it is shown, a press of Tab doesn’t reach the menu',
    'while it is shown, a press of Enter doesn’t reach the menu',
  ])
})

it('fails a screen that swallows clicks on the menu', async () => {
  const script = `addEventListener('click', (event) => {
    event.preventDefault()
    event.stopPropagation()
  }, { capture: true })`
  const faults = await faultsOf(script, 1000)
  expect(faults).toEqual(['a click on “Dashboard” in the menu doesn’t leave it'])
})

it('fails a screen that changes built-ins or the storage', async () => {
  const faults = await faultsOf(`
    const { fetch: send, history } = window
    window.fetch = (...call) => new Promise((resolve) => setTimeout(resolve, 3000, send(...call)))
    history.pushState = () => {}
    const { map } = Array.prototype
    Array.prototype.map = function (...call) { return map.apply(this, call) }
    Object.prototype.isNews = true
    localStorage.clear()
    localStorage.setItem('news', 'n'.repeat(1_000_500))
    sessionStorage.clear()
  `)
  const ofAll = (name: string) => `it changes the browser’s ${name}, which the whole page uses`
  expect(faults.toSorted()).toEqual([
    ofAll('Array.prototype.map'),
    ofAll('Object.prototype.isNews'),
    ofAll('fetch'),
    ofAll('history.pushState'),
    'it clears the browser’s local storage, which the sign-in needs',
    'it clears the browser’s session storage, which the sign-in needs',
    expect.stringMatching(/^it stores 1,000,\d+ bytes, more than a million$/),
  ])
})

it('fails a screen that makes a storm of errors and requests', async () => {
  const faults = await faultsOf(`
    for (let count = 0; count < 2328; count += 1) console.error(count)
    for (let count = 0; count < 300; count += 1) void fetch('/api/news')
  `)
  expect(faults).toEqual([
    `it causes 2,328 errors, more than ${frameLimits.errors}`,
    `it makes 300 requests, more than ${frameLimits.requests}`,
  ])
})

it('fails a screen that leaves styles, pictures, globals and listeners behind', async () => {
  const faults = await faultsOf(`
    window.newsCache = []
    document.addEventListener('keydown', () => {}, { capture: true })
    addEventListener('click', () => {
      document.body.style.color = 'red'
      const picture = document.createElement('div')
      picture.style = 'position: fixed; inset: 0 auto auto 0; width: 9px; height: 9px; background: teal; pointer-events: none'
      document.body.append(picture)
    }, { once: true })
  `)
  expect(faults).toEqual([
    'after it was left, the color of the body is rgb(255, 0, 0) instead of rgb(0, 0, 0)',
    'after it was left, the menu looks different from before',
    'it leaves the global newsCache behind',
    'it leaves a listener for keydown on document behind',
  ])
})

describe('next to the cards of another remote', () => {
  const first = `document.querySelector('[data-remote=gate-neighbor]')`
  const last = `document.querySelectorAll('[data-remote=gate-neighbor]')[1]`

  it('passes a part that changes only itself', async () => {
    const script = `document.querySelector('main').append('News')`
    expect(await faultsOf(script, 10_000, '/?part')).toEqual([])
  })

  it.each([
    [
      'covers one',
      `const front = document.createElement('div')
      front.style = 'position: absolute; inset: 0'
      ${last}.style.position = 'relative'
      ${last}.append(front)`,
      'the frame of another remote’s card is covered by something else',
    ],
    [
      'restyles one',
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<style>h2 { color: teal }</style>')`,
      'the color of the heading in another remote’s card is rgb(0, 128, 128) instead of rgb(0, 0, 0)',
    ],
    ['removes one', `${last}.remove()`, 'a card of another remote is missing'],
    [
      'swallows its clicks',
      `addEventListener('click', (event) => event.target.localName === 'button' &&
        event.target.closest('main') && event.stopPropagation(), { capture: true })`,
      'a click doesn’t reach another remote’s card',
    ],
  ])('fails a part that %s', async (_, script, fault) => {
    expect(await faultsOf(script, 1000, '/?part')).toEqual([`while it is shown, ${fault}`])
  })

  it('fails a part that resizes one and changes the text of another', async () => {
    const script = `${first}.style.width = '90px'
      ${last}.querySelector('p').textContent = 'No meeting this quarter'`
    expect(await faultsOf(script, 1000, '/?part')).toEqual([
      'while it is shown, the frame of another remote’s card has another size',
      'while it is shown, a card of another remote has another content',
    ])
  })

  it('fails a screen that changes them after it was left', async () => {
    const faults = await faultsOf(`
      new MutationObserver((_, observer) => {
        observer.disconnect()
        document.querySelector('section').style.opacity = '0.5'
      }).observe(document.querySelector('main'), { childList: true })
    `)
    expect(faults).toEqual(['after it was left, a card of another remote has another content'])
  })
})
