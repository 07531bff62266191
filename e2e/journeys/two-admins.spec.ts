import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { firstDayOf, quarterAfter, quarterName } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

/** Nobody else's quarter. */
const params = quarterAfter(currentQuarter(), 7)

test('two admins save one agenda, and neither loses an edit', async ({ baseURL, page, signIn }) => {
  const call = callWith(baseURL!, await adminToken(baseURL!))
  const welcome = { id: 'welcome', title: 'Welcome', duration: 10 }
  const budget = { id: 'budget', title: 'Budget', duration: 30, description: 'The year' }
  const save = async (items: object[]) => {
    // A second attempt finds the first one's.
    const stored = await call(getAgenda, { params }).catch(() => undefined)
    const title = `${quarterName(params)} Board Meeting`
    const content = { title, date: firstDayOf(params), time: '09:00', timesFollow: true, items }
    await call(saveAgenda, { params, revision: stored?.revision ?? 'new', body: content })
  }
  await save([welcome, budget])
  await signIn('admin', {
    url: `/admin/meeting-agenda?year=${params.year}&quarter=${params.quarter}`,
  })
  const item = (name: RegExp) => page.getByRole('button', { name }).first()
  await item(/ Budget/).click()
  const description = page
    .getByRole('group', { name: '2. Budget', exact: true })
    .getByLabel('Description')
  await description.fill('The year, revised')
  // The other one deletes what is being edited.
  await save([{ ...welcome, duration: 30 }])

  await item(/ Welcome/).click()
  await expect(page.getByText(/saved this agenda meanwhile/)).toBeVisible()
  await page.getByRole('button', { name: 'Compare and merge' }).last().click()
  const merge = page.getByRole('dialog', { name: 'Merge two versions' })
  const deleted = merge.getByRole('group', { name: 'Budget · Item' })
  await expect(deleted).toContainText('Both changed it')
  await deleted.getByRole('radio', { name: /^Yours/ }).check()
  await merge.getByRole('button', { name: 'Save merged agenda' }).click()
  await expect(merge).toHaveCount(0)
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)
  expect(await call(getAgenda, { params })).toMatchObject({
    items: [
      { id: 'welcome', duration: 30 },
      { id: 'budget', description: 'The year, revised', time: '09:30' },
    ],
  })
})
