import { test as base, expect } from '@playwright/test'
import type { EngineName } from '../../scripts/engines.ts'
import { type EngineTab, isComplaint } from '../support/engines/engine-tab.ts'
import { openEngine } from '../support/engines/open-engine.ts'
import { type Reader, readerOf, until } from '../support/engines/reader.ts'
import { people } from '../support/fixtures.ts'

export { expect }

type Fixtures = {
  /** What the tab shows, found as a person finds it; checked for complaints after every journey. */
  reader: Reader
  /** Opens the dashboard as a member, by e-mail and password unless an earlier journey has signed in. */
  signIn: () => Promise<void>
}

type WorkerFixtures = {
  engine: EngineName
  /** One browser for all journeys of an engine: to start one costs more than a journey. */
  tab: EngineTab | undefined
}

const left = {
  firefox: 'Firefox is left out: neither Debian’s firefox-esr nor Playwright’s is on this machine.',
  webkit:
    'WebKit is left out: neither Debian’s webkit2gtk-driver and xvfb nor Playwright’s is on this machine.',
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['webkit', { scope: 'worker', option: true }],

  tab: [
    async ({ engine }, use) => {
      const tab = await openEngine(engine)
      try {
        await use(tab)
      } finally {
        await tab?.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  reader: async ({ engine, tab }, use, info) => {
    if (!tab) return test.skip(true, left[engine])
    const before = (await tab.complaints()).length
    try {
      await use(readerOf(tab))
      const complaints = (await tab.complaints()).slice(before)
      expect(complaints.filter(isComplaint), 'the pages complained').toEqual([])
    } finally {
      if (info.status !== info.expectedStatus || info.errors.length > 0) {
        await info.attach('screenshot', { body: await tab.screenshot(), contentType: 'image/png' })
      }
    }
  },

  signIn: async ({ reader }, use) => {
    await use(async () => {
      const greeting = { role: 'heading', name: /, Maria$/ } as const
      const google = { role: 'button', name: 'Sign in with Google' } as const
      await reader.tab.open(process.env['PORTAL_URL']!)
      await until(async () => {
        expect((await reader.has(greeting)) || (await reader.has(google))).toBe(true)
      })
      if (await reader.has(google)) {
        const { email, password } = people.member
        await reader.enter({ label: 'E-mail' }, email)
        await reader.enter({ label: 'Password' }, password)
        await reader.click({ role: 'button', name: 'Sign in with Email & Password' })
      }
      await reader.see(greeting)
      // The greeting and the menu are there before the page runs. The menu is replaced then, and a click that has begun is lost.
      await reader.see({ role: 'button', name: /^Account of/ })
    })
  },
})
