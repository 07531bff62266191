import { quarterAfter } from '@portal/domain/quarter'
import { currentQuarter } from '../support/fixtures.ts'
import { memberRoutes } from '../support/routes.ts'
import { drawn, inTurn, named, over, overDrawn, press, type Screen, tool } from './screens.ts'

const now = currentQuarter()
const pathOf = ({ year, quarter }: typeof now) => `/meetings/${year}/q/${quarter}`
const materials = pathOf(now)
const viewed = `${materials}?material=budget-vs-actual`

export const strangerScreens: Screen[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'sign-in-refused',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('E-mail').fill('maria.lopez@larkspur.example')
      await page.getByLabel('Password').fill('not the password')
      await press('Sign in with Email & Password')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-in-google', path: '/login', act: over('Sign in with Google'), window: true },
]

/** Overlays and errors on member routes. */
export const memberStates: Screen[] = [
  {
    name: 'menu-of-the-account',
    path: '/',
    act: press(/account|user menu/i),
    window: true,
  },
  { name: 'menu', path: '/', act: over('Open menu'), window: true, only: 'narrow' },
  { name: 'menu-folded', path: '/', act: press(/(collapse|fold).*menu/i), only: 'wide' },
  {
    name: 'larger-type',
    path: '/',
    act: (page) =>
      page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px')),
  },
  { name: 'dashboard-document', path: '/', act: overDrawn(/^Mission Vision Values/), window: true },
  { name: 'dashboard-failed', path: '/', fault: /calendar\/events|resource-mappings/ },
  {
    name: 'dashboard-without-a-part',
    path: '/',
    fault: '**/remotes/governance/**',
  },
  { name: 'calendar-event', path: '/calendar', act: over(/\d:\d\d [AP]M/), window: true },
  { name: 'calendar-next', path: '/calendar', act: press('Next') },
  { name: 'calendar-failed', path: '/calendar', fault: '**/api/calendar/events?*' },
  { name: 'materials-viewer', path: viewed, act: drawn },
  {
    name: 'materials-viewer-contents',
    path: viewed,
    act: inTurn(drawn, tool('Contents')),
    window: true,
    only: 'wide',
  },
  {
    name: 'materials-viewer-thumbnails',
    path: viewed,
    act: inTurn(drawn, tool('Thumbnails')),
    window: true,
    only: 'wide',
  },
  {
    name: 'materials-viewer-search',
    path: viewed,
    act: inTurn(drawn, tool('Search'), (page) =>
      page.getByLabel('Search in this document').fill('budget'),
    ),
    window: true,
    only: 'wide',
  },
  {
    name: 'materials-viewer-full-screen',
    path: viewed,
    act: inTurn(drawn, tool('Full screen'), drawn),
    window: true,
    only: 'wide',
  },
  {
    name: 'materials-viewer-more',
    path: viewed,
    act: inTurn(drawn, press('More')),
    window: true,
    only: 'narrow',
  },
  { name: 'materials-embed', path: `${materials}?material=airtable-data` },
  { name: 'materials-past', path: pathOf(quarterAfter(now, -1)) },
  { name: 'materials-none', path: pathOf(quarterAfter(now, 2)) },
  { name: 'materials-not-found', path: `${materials}/no-such-material` },
  { name: 'materials-failed', path: materials, fault: '**/api/resource-mappings*' },
  { name: 'materials-paper-failed', path: viewed, fault: '**/api/documents/*/content*' },
  { name: 'agenda-unpublished', path: `${pathOf(quarterAfter(now))}/agenda` },
  {
    name: 'agenda-question',
    path: `${materials}/agenda`,
    act: over(/^Ask a question/),
    window: true,
  },
  { name: 'agenda-failed', path: `${materials}/agenda`, fault: '**/api/agendas/**' },
  { name: 'budget', path: `${materials}/budget/overview` },
  { name: 'budget-metrics', path: `${materials}/budget/overview?tab=metrics` },
  { name: 'budget-details', path: `${materials}/budget/overview?tab=details` },
  { name: 'objectives', path: `${materials}/objectives` },
  { name: 'static-page', path: `${materials}/budget-health` },
  { name: 'mission-page', path: `${materials}/mission-vision-values` },
  { name: 'governance-document', path: '/governance', act: overDrawn(/Bylaws/), window: true },
  { name: 'governance-failed', path: '/governance', fault: '**/api/resource-mappings*' },
  { name: 'governance-policy', path: '/governance/travel-expense-policy' },
  {
    name: 'communications-document',
    path: '/communications',
    act: overDrawn(/Spenddown Talking Points/),
    window: true,
  },
  { name: 'communications-failed', path: '/communications', fault: '**/api/resource-mappings*' },
  { name: 'resource', path: '/resources/view/governance-bylaws', act: drawn },
  { name: 'resource-not-found', path: '/resources/view/no-such-thing' },
  { name: 'documents-search', path: '/resources/governance/docs?q=reserve' },
  { name: 'documents-search-nothing', path: '/resources/governance/docs?q=zyxwv' },
  { name: 'documents-failed', path: '/resources/governance/docs', fault: '**/api/documents*' },
  {
    name: 'directory-list',
    path: '/directory',
    act: (page) => page.getByRole('radio', { name: 'List' }).click(),
  },
  {
    name: 'directory-nothing',
    path: '/directory',
    act: (page) => page.getByRole('searchbox').fill('nobody at all'),
  },
  { name: 'directory-failed', path: '/directory', fault: '**/api/people*' },
  { name: 'remote-failed', path: '/directory', fault: '**/remotes/directory/**' },
  {
    name: 'offline',
    path: '/directory',
    act: async (page) => {
      const session = await page.context().newCDPSession(page)
      const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', offline)
      await page.getByText(/you are offline/i).waitFor()
    },
  },
]

export const memberScreens: Screen[] = [
  ...memberRoutes(now).map((path) => ({ name: named(path), path })),
  ...memberStates,
]
