import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'

/*
 * Every call of the screen of resource mappings, and how the journey below lets it fail:
 *
 * | call                                      | from                          | fails with |
 * |-------------------------------------------|-------------------------------|------------|
 * | GET resource-mappings                     | mapping-queries, each tab     | 500        |
 * | GET resource-mappings, after a conflict   | useReloadMapping              | 500        |
 * | GET documents, for the board              | readiness-unchecked           | 500        |
 * | GET documents, for the picker             | document-choice               | 500        |
 * | GET agendas                               | use-readiness, agenda slot    | 500        |
 * | GET sync/status, on arrival               | use-sync                      | 500        |
 * | GET sync/status, while a run is followed  | follow-sync                   | 503        |
 * | POST sync/trigger                         | follow-sync                   | 503        |
 * | PUT resource-mappings/{id}, display name  | display-name-form             | 429, 412   |
 * | PUT resource-mappings/{id}, active        | active-switch                 | 500        |
 * | PUT resource-mappings/{id}, document      | use-mapping-save              | 503        |
 * | PUT resource-mappings/{id}, embed         | use-mapping-save              | a proxy's  |
 * | PUT resource-mappings/{id}, image alone   | use-mapping-save              | 428        |
 * | PUT resource-mappings/{id}, image removed | use-mapping-save              | 413        |
 * | POST meetings/{year}/{quarter}/prepare    | preparing-quarter             | 503        |
 * | HEAD, GET documents/{id}/content          | the preview and the viewer    | 503        |
 */

const { year, quarter } = currentQuarter()
const screenPath = '/admin/meetings/resource-mappings'
const portrait = path.resolve(import.meta.dirname, '../../api/sample/people/wei-chen.webp')

const mappings = /\/api\/resource-mappings$/
const mapping = /\/api\/resource-mappings\/[^/]+$/
const documents = /\/api\/documents$/
const content = /\/api\/documents\/[^/]+\/content/
const agenda = /\/api\/agendas$/
const status = /\/api\/sync\/status$/
const trigger = /\/api\/sync\/trigger$/
const prepare = /\/api\/meetings\/\d+\/\d+\/prepare$/

const codes = {
  412: 'stale',
  413: 'tooLarge',
  428: 'revisionRequired',
  429: 'tooMany',
  500: 'internal',
  503: 'unavailable',
} as const
type Status = keyof typeof codes

/** The API's body for a refusal with this status. */
const sentenceOf = (answer: Status) => `The API answered ${answer}.`

type Fault = { url: RegExp; method?: string; answer: Status | 'proxy'; times?: number }

/** Makes a call fail `times` times, or always by default; returns how often it was made. */
async function failing(page: Page, { url, method = 'GET', answer, times }: Fault) {
  let met = 0
  await page.route(url, async (route) => {
    if (route.request().method() !== method || (times !== undefined && met >= times)) {
      return route.fallback()
    }
    met += 1
    if (answer === 'proxy') return route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })
    const error = sentenceOf(answer)
    const problem = { type: 'about:blank', title: error, status: answer, detail: error, error }
    return route.fulfill({
      status: answer,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...problem, code: codes[answer], requestId: 'fault-1' }),
    })
  })
  return {
    met: () => expect.poll(() => met).toBeGreaterThan(0),
    end: () => page.unroute(url),
  }
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const said = (page: Page, sentence: string) =>
  expect(page.getByText(sentence, { exact: true }).first()).toBeVisible()
const pressIn = (within: Locator, name: string) => within.getByRole('button', { name }).click()

async function open(portal: OwnPortal, page: Page, query = '') {
  await page.goto(`${portal.url}${screenPath}${query}`)
}

test('each failed read of the mappings screen is reported in its part and recovers', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}/admin` })

  for (const [tab, message] of [
    ['meetings', 'Failed to load meeting materials'],
    ['governance', 'Failed to load governance documents'],
    ['communications', 'Failed to load communications resources'],
  ] as const) {
    const list = await failing(page, { url: mappings, answer: 500 })
    await open(portal, page, `?tab=${tab}`)
    await said(page, message)
    await list.end()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('table', { name: 'Mappings' })).toBeVisible()
  }

  const papers = await failing(page, { url: documents, answer: 500 })
  const last = await failing(page, { url: status, answer: 500 })
  await open(portal, page)
  await said(page, 'Failed to fetch documents')
  await said(page, 'When the last sync ended could not be read.')
  await pressIn(rowOf(page, 'Additional Material 5'), 'Map Document')
  await expect(dialog(page).getByText('Failed to fetch documents')).toBeVisible()
  await papers.end()
  await pressIn(dialog(page), 'Try Again')
  await expect(dialog(page).getByRole('combobox', { name: 'Document' })).toBeVisible()
  await pressIn(dialog(page), 'Cancel')
  await expect(page.getByText('Failed to fetch documents')).toHaveCount(0)
  await last.end()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Mappings' })).toBeVisible()
  await expect(page.getByText('When the last sync ended could not be read.')).toHaveCount(0)

  await page.goto(`${portal.url}/admin/meeting-agenda?year=${year}&quarter=${quarter}`)
  const native = page.getByRole('radio', { name: 'Native agenda' })
  await native.click()
  await expect(native).toBeChecked()
  const lookup = await failing(page, { url: agenda, answer: 500 })
  await open(portal, page)
  await said(page, 'Failed to load agenda')
  await lookup.end()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to load agenda')).toHaveCount(0)
})

test('each failed save of a mapping’s row says why, keeps the typed text, and then succeeds', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}${screenPath}` })
  const row = rowOf(page, 'Cash Flow Summary')
  const box = row.getByRole('textbox')
  const save = { url: mapping, method: 'PUT', times: 1 }

  await box.fill('Cash, typed')
  await failing(page, { ...save, answer: 429 })
  await pressIn(row, 'Save')
  await said(page, 'Failed to save title')
  await expect(row.getByText(sentenceOf(429))).toBeVisible()
  await expect(box).toHaveValue('Cash, typed')
  await failing(page, { ...save, answer: 412 })
  const reload = await failing(page, { url: mappings, answer: 500 })
  await pressIn(row, 'Save')
  const notice = page.getByRole('alert').filter({ hasText: 'meanwhile' })
  await expect(notice).toContainText('Someone else changed “Cash Flow Summary” meanwhile.')
  await pressIn(notice, 'Reload and keep mine')
  await expect(notice).toContainText(`Failed to fetch mappings: ${sentenceOf(500)}`)
  await expect(box).toHaveValue('Cash, typed')
  await reload.end()
  await pressIn(notice, 'Reload and keep mine')
  await expect(notice).toHaveCount(0)
  await expect(box).toHaveValue('Cash, typed')
  await pressIn(row, 'Save')
  await said(page, 'Display name saved')

  const active = row.getByRole('switch')
  const before = await active.isChecked()
  await failing(page, { ...save, answer: 500 })
  await active.click()
  await said(page, 'Failed to update active flag')
  await expect(row.getByText(sentenceOf(500))).toBeVisible()
  await expect(active).toBeChecked({ checked: before })
  await active.click()
  await said(page, before ? 'Marked as Inactive' : 'Marked as Active')
  await expect(active).toBeChecked({ checked: !before })
})

test('each failed save of the mapping form says why, keeps the entered values, and then succeeds', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}${screenPath}` })
  const row = rowOf(page, 'Additional Material 5')
  const save = { url: mapping, method: 'PUT', times: 1 }
  const form = dialog(page)
  const message = (sentence: string) => form.getByText(sentence)

  await pressIn(row, 'Map Document')
  const picker = form.getByRole('combobox', { name: 'Document' })
  await picker.fill('bylaws')
  const preview = await failing(page, { url: content, method: 'HEAD', answer: 503 })
  const bytes = await failing(page, { url: content, answer: 503 })
  await page.getByRole('listbox', { name: 'Document' }).getByRole('option').first().click()
  const chosen = await picker.inputValue()
  await expect(form.getByText('Failed to load PDF: 503')).toBeVisible()
  await preview.end()
  await bytes.end()
  await form.getByLabel('File of the image').setInputFiles(portrait)
  await failing(page, { ...save, answer: 428 })
  await pressIn(form, 'Save Image Only')
  await said(page, 'Failed to save card image')
  await expect(message(sentenceOf(428))).toBeVisible()
  await expect(form.getByRole('img', { name: 'The image' })).toBeVisible()
  await pressIn(form, 'Save Image Only')
  await said(page, 'Card image saved')
  await expect(message(sentenceOf(428))).toHaveCount(0)

  await failing(page, { ...save, answer: 503 })
  await pressIn(form, 'Save Mapping')
  await said(page, 'Failed to update mapping. Please try again.')
  await expect(message(sentenceOf(503))).toBeVisible()
  await expect(picker).toHaveValue(chosen)
  await pressIn(form, 'Save Mapping')
  await expect(form).toHaveCount(0)
  await expect(row).not.toContainText('No document mapped')

  await pressIn(row, 'Update')
  await pressIn(form, 'Remove')
  await failing(page, { ...save, answer: 413 })
  await pressIn(form, 'Save Image Only')
  await expect(message(sentenceOf(413))).toBeVisible()
  await expect(form.getByRole('img', { name: 'The image' })).toHaveCount(0)
  await pressIn(form, 'Save Image Only')
  await expect(message(sentenceOf(413))).toHaveCount(0)

  await form.getByRole('radio', { name: 'Embed' }).click()
  const address = form.getByLabel('Embed URL')
  await address.fill('https://example.org/report')
  await failing(page, { ...save, answer: 'proxy' })
  await pressIn(form, 'Save Mapping')
  await expect(message('Failed to update embed mapping')).toBeVisible()
  await expect(address).toHaveValue('https://example.org/report')
  await pressIn(form, 'Save Mapping')
  await expect(form).toHaveCount(0)
  await expect(row).toContainText('example.org')
})

test('a failed sync and a failed preparation say why, and then succeed', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}${screenPath}` })
  const sync = page.getByRole('button', { name: 'Sync Google Drive' })
  await failing(page, { url: trigger, method: 'POST', answer: 503, times: 1 })
  await sync.click()
  await said(page, `Sync failed: ${sentenceOf(503)}`)
  // An unanswered status request doesn't end the run.
  const asked = await failing(page, { url: status, answer: 503, times: 1 })
  await sync.click()
  await expect(page.getByText(/^Sync complete\. \d+ documents available\.$/).first()).toBeVisible({
    timeout: 60_000,
  })
  await asked.met()

  await page.getByRole('button', { name: 'Prepare next quarter' }).click()
  const question = page.getByRole('alertdialog')
  const verb = question.getByRole('button', { name: /^Prepare Q/ })
  await failing(page, { url: prepare, method: 'POST', answer: 503, times: 1 })
  await verb.click()
  await expect(question.getByRole('alert')).toContainText(
    `could not be prepared. ${sentenceOf(503)}`,
  )
  await verb.click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText(/is prepared: \d+ slots? set up\./)).toBeVisible()
})
