import { test as base, expect } from '@playwright/test'
import type { EngineName } from '../../scripts/engines.ts'
import { isComplaint } from '../support/engines/engine-tab.ts'
import { openEngine } from '../support/engines/open-engine.ts'
import { type Reader, readerOf } from '../support/engines/reader.ts'
import { people } from '../support/fixtures.ts'

export { expect }

type Fixtures = {
  /** A browser of the project's engine; checked for complaints after every journey. */
  reader: Reader
  /** Signs in as a member by e-mail and password. */
  signIn: () => Promise<void>
}

const left = {
  firefox: 'Firefox is left out: neither Debian’s firefox-esr nor Playwright’s is on this machine.',
  webkit:
    'WebKit is left out: neither Debian’s webkit2gtk-driver and xvfb nor Playwright’s is on this machine.',
}

export const test = base.extend<Fixtures, { engine: EngineName }>({
  engine: ['webkit', { scope: 'worker', option: true }],

  reader: async ({ engine }, use, info) => {
    const tab = await openEngine(engine)
    if (!tab) return test.skip(true, left[engine])
    try {
      await use(readerOf(tab))
      const complaints = await tab.complaints()
      expect(complaints.filter(isComplaint), 'the pages complained').toEqual([])
    } finally {
      if (info.status !== info.expectedStatus || info.errors.length > 0) {
        await info.attach('screenshot', { body: await tab.screenshot(), contentType: 'image/png' })
      }
      await tab.close()
    }
  },

  signIn: async ({ reader }, use) => {
    await use(async () => {
      const { email, password } = people.member
      await reader.tab.open(process.env['PORTAL_URL']!)
      await reader.enter({ label: 'E-mail' }, email)
      await reader.enter({ label: 'Password' }, password)
      await reader.click({ role: 'button', name: 'Sign in with Email & Password' })
      // The menu is there before the page runs, and is replaced then.
      await reader.see({ role: 'heading', name: /, Maria$/ })
    })
  },
})
