import type { Page } from '@playwright/test'
import { quarterAfter } from '@portal/domain/quarter'
import { currentQuarter } from '../support/fixtures.ts'
import { adminRoutes } from '../support/routes.ts'
import { exportStates } from './export-screens.ts'
import { drawn, inTurn, named, over, press, type Screen } from './screens.ts'

const now = currentQuarter()
const queryOf = ({ year, quarter }: typeof now) => `year=${year}&quarter=${quarter}`
const pathOf = ({ year, quarter }: typeof now) => `/admin/meetings/${year}/${quarter}`
const next = quarterAfter(now)
const empty = quarterAfter(now, 2)
const releases = '/admin/releases?remote=meetings'
const mappings = '/admin/meetings/resource-mappings'
const agenda = `/admin/meeting-agenda?${queryOf(next)}`

const openBudget = (page: Page) => page.getByRole('button', { name: /\d\. Budget/ }).click()

type Stored = { revision: number; items?: { id: string }[] }

/** From now on every save to a path is stale: the stored document has another title, or other changes. */
const overtake = (address: string, change?: (stored: Stored) => object) => (page: Page) =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const stored: Stored = await (await page.request.get(route.request().url())).json()
    const theirs = change?.(stored) ?? { title: 'Their title' }
    return route.fulfill({
      status: 412,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Precondition Failed',
        status: 412,
        code: 'stale',
        requestId: 'snapshot-1',
        detail: 'It was changed by somebody else in the meantime.',
        error: 'It was changed by somebody else in the meantime.',
        current: { ...stored, ...theirs, revision: stored.revision + 1 },
      }),
    })
  })

/** Sends the edited agenda to a server that has a newer version. */
const outrunBy = (change?: (stored: Stored) => object) =>
  inTurn(
    overtake('**/api/agendas/**', change),
    (page) => page.getByRole('button', { name: 'Save', exact: true }).last().click(),
    (page) =>
      page.getByRole('alert').or(page.getByRole('dialog')).first().waitFor({ state: 'attached' }),
  )

/** The states that need another address, a step or a fault. */
/** Answers of calendar programs that the portal couldn't use. */
const aside = {
  answers: [
    {
      at: '2026-11-28T09:00:00.000Z',
      from: 'beatrice.nakamura@larkspur.example',
      why: 'The address wasn’t invited.',
      meeting: { id: `${next.year}-Q${next.quarter}`, title: 'Board Meeting' },
    },
    { at: '2026-11-27T09:00:00.000Z', from: '', why: 'The calendar part is damaged.' },
  ],
}

export const adminStates: Screen[] = [
  {
    name: 'admin-prepare-failed',
    path: '/admin',
    fault: '**/prepare',
    act: press(/^Prepare Q/),
  },
  { name: 'admin-directory-add', path: '/admin/directory', act: over('Add Entry'), window: true },
  {
    name: 'admin-directory-edit',
    path: '/admin/directory',
    act: over('Edit Maria Lopez'),
    window: true,
  },
  {
    name: 'admin-directory-delete',
    path: '/admin/directory',
    act: over('Delete Maria Lopez'),
    window: true,
  },
  {
    name: 'admin-directory-invite',
    path: '/admin/directory',
    act: inTurn(
      (page) => page.getByRole('checkbox', { name: 'Select Maria Lopez' }).check(),
      (page) => page.getByRole('checkbox', { name: 'Select Ruth Abelman' }).check(),
      over('Invite 2 people'),
    ),
    window: true,
  },
  { name: 'admin-directory-failed', path: '/admin/directory', fault: '**/api/directory*' },
  { name: 'admin-users-add', path: '/admin/users', act: over('Add User'), window: true },
  {
    name: 'admin-users-add-short-password',
    path: '/admin/users',
    act: inTurn(over('Add User'), (page) =>
      page.getByLabel('Password', { exact: true }).fill('abcdefg'),
    ),
    window: true,
  },
  { name: 'admin-users-edit', path: '/admin/users', act: over('Edit Maria Lopez'), window: true },
  {
    name: 'admin-users-delete',
    path: '/admin/users',
    act: over('Delete Maria Lopez'),
    window: true,
  },
  { name: 'admin-users-grant', path: '/admin/users', act: over(/^Grant Admin/), window: true },
  {
    name: 'admin-users-add-admin',
    path: '/admin/users',
    act: over('Add admin by e-mail'),
    window: true,
  },
  { name: 'admin-users-failed', path: '/admin/users', fault: '**/api/admin/users*' },
  {
    name: 'admin-releases-deny',
    path: releases,
    act: over(/^Deny /),
    window: true,
  },
  { name: 'admin-releases-stop', path: releases, act: over('Emergency Stop'), window: true },
  { name: 'admin-releases-rules', path: releases, act: over('Edit the rules'), window: true },
  { name: 'admin-releases-cohorts', path: releases, act: over('Edit cohorts'), window: true },
  { name: 'admin-releases-token', path: releases, act: over('Create token'), window: true },
  {
    name: 'admin-releases-pipeline',
    path: releases,
    act: over('Trust a pipeline'),
    window: true,
  },
  { name: 'admin-releases-person', path: `${releases}&email=maria.lopez@larkspur.example` },
  { name: 'admin-releases-failed', path: releases, fault: '**/api/releases*' },
  { name: 'admin-releases-nothing', path: `${releases}&q=nothing&token=nothing&pipeline=nothing` },
  { name: 'admin-audit-search', path: '/admin/audit?q=ruth&order=oldest' },
  { name: 'admin-audit-nothing', path: '/admin/audit?who=nobody@larkspur.example' },
  { name: 'admin-audit-failed', path: '/admin/audit', fault: '**/api/audit*' },
  { name: 'admin-agenda-draft', path: agenda },
  { name: 'admin-agenda-draft-window', path: agenda, window: true },
  { name: 'admin-agenda-none', path: `/admin/meeting-agenda?${queryOf(empty)}` },
  {
    name: 'admin-agenda-delete-item',
    path: agenda,
    act: inTurn(openBudget, over(/^Delete Budget/)),
    window: true,
  },
  { name: 'admin-agenda-item', path: agenda, act: openBudget },
  { name: 'admin-agenda-delete', path: agenda, act: over('Delete agenda'), window: true },
  { name: 'admin-upload', path: '/admin', act: over('Upload papers'), window: true },
  {
    name: 'admin-agenda-unsaved',
    path: agenda,
    act: inTurn(
      (page) => page.getByLabel('Title', { exact: true }).first().fill('Another title'),
      (page) => page.getByRole('link', { name: 'Back', exact: true }).click(),
      (page) => page.getByRole('heading', { name: 'Unsaved changes' }).waitFor(),
    ),
    window: true,
  },
  {
    name: 'admin-agenda-outrun',
    path: agenda,
    act: inTurn(
      (page) => page.getByLabel('Title', { exact: true }).first().fill('Another title'),
      outrunBy(),
    ),
    window: true,
  },
  {
    name: 'admin-agenda-outrun-deleted',
    path: agenda,
    act: inTurn(
      openBudget,
      (page) => page.getByLabel('Description').last().fill('What the year will come to'),
      outrunBy(({ items = [] }) => ({ items: items.filter(({ id }) => id !== 'budget') })),
      (page) => page.getByText(/Edited: Description/).waitFor(),
    ),
    window: true,
  },
  {
    name: 'admin-agenda-history',
    path: agenda,
    act: inTurn(over('History'), (page) =>
      page.getByRole('dialog').getByRole('radio').last().check(),
    ),
    window: true,
  },
  {
    name: 'admin-agenda-start',
    path: `/admin/meeting-agenda?${queryOf(empty)}`,
    act: over('Start from…'),
    window: true,
  },
  { name: 'admin-agenda-failed', path: agenda, fault: '**/api/agendas/**' },
  { name: 'admin-meeting-new', path: '/admin/meetings/new' },
  { name: 'admin-meeting-edit', path: `${pathOf(next)}/edit` },
  { name: 'admin-meeting-preview', path: `${pathOf(next)}/agenda` },
  { name: 'admin-mappings-governance', path: `${mappings}?tab=governance` },
  { name: 'admin-mappings-communications', path: `${mappings}?tab=communications` },
  { name: 'admin-mappings-next', path: `${mappings}?${queryOf(next)}` },
  { name: 'admin-mappings-add-paper', path: mappings, act: over('Add a paper'), window: true },
  {
    name: 'admin-mappings-map',
    path: mappings,
    act: over(/^Map Document Additional Material/),
    window: true,
  },
  {
    name: 'admin-mappings-pick',
    path: mappings,
    act: inTurn(over(/^Map Document Additional Material/), (page) =>
      page.getByRole('combobox', { name: 'Document' }).click(),
    ),
    window: true,
  },
  {
    name: 'admin-mappings-update',
    path: mappings,
    act: over(/^Update (Cash Flow|Asset)/),
    window: true,
  },
  {
    name: 'admin-mappings-embed',
    path: mappings,
    act: inTurn(over(/^Map Document Additional Material/), (page) =>
      page.getByRole('radio', { name: 'Embed' }).click(),
    ),
    window: true,
  },
  {
    name: 'admin-mappings-viewer',
    path: mappings,
    act: inTurn(
      (page) =>
        page
          .getByRole('row', { name: /Cash Flow/ })
          .getByRole('button')
          .first()
          .click(),
      drawn,
    ),
    window: true,
  },
  {
    name: 'admin-mappings-outrun',
    path: mappings,
    act: inTurn(
      press('Details of Cash Flow Summary'),
      (page) => page.getByLabel('Display name of Cash Flow Summary').fill('Cash, nine months'),
      overtake('**/api/resource-mappings/*'),
      press('Save the display name of Cash Flow Summary'),
      (page) => page.getByText('Their title').waitFor(),
    ),
    window: true,
  },
  {
    name: 'admin-mappings-kept-name',
    path: mappings,
    act: inTurn(
      press('Details of Cash Flow Summary'),
      (page) => page.getByLabel('Display name of Cash Flow Summary').fill('Cash, nine months'),
      (page) => page.reload(),
      (page) => page.getByText('Your unsaved changes are still on this device.').waitFor(),
    ),
    window: true,
  },
  {
    name: 'admin-mappings-kept-choice',
    path: mappings,
    act: inTurn(
      over(/^Map Document Additional Material/),
      (page) => page.getByRole('radio', { name: 'Embed' }).click(),
      (page) => page.getByLabel('Embed URL').fill('https://airtable.com/embed/one'),
      (page) => page.reload(),
      over(/^Map Document Additional Material/),
      (page) => page.getByText('Your unsaved changes are still on this device.').waitFor(),
    ),
    window: true,
  },
  { name: 'admin-outbox-message', path: '/admin/outbox', act: over(/^Show/), window: true },
  {
    name: 'admin-outbox-aside',
    path: '/admin/outbox',
    act: inTurn(
      (page) =>
        page.route('**/api/calendar-answers/aside', (route) => route.fulfill({ json: aside })),
      (page) => page.reload(),
      (page) => page.getByRole('link', { name: /^Enter the reply by hand/ }).waitFor(),
    ),
  },
  { name: 'admin-mappings-failed', path: mappings, fault: '**/api/resource-mappings*' },
  ...exportStates,
]

export const adminScreens: Screen[] = [
  ...adminRoutes.map((path) => ({ name: named(path), path })),
  ...adminStates,
]
