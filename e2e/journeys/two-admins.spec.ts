import type { Page } from '@playwright/test'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { firstDayOf, quarterAfter, quarterName } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessible } from '../support/accessible.ts'
import { currentQuarter, expect, people, test } from '../support/fixtures.ts'

/** Far enough ahead that the sample has no content there. */
const params = quarterAfter(currentQuarter(), 2)
const editor = `/admin/meeting-agenda?year=${params.year}&quarter=${params.quarter}`

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()
const openItem = (page: Page, name: string) =>
  page
    .getByRole('button', { name: new RegExp(` ${name}`) })
    .first()
    .click()
const item = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const nothingUnsaved = (page: Page) =>
  expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)

test('two admins edit one agenda: each sees where the other is, and neither loses an edit', async ({
  browser,
  ownPortal,
  page: ruth,
  signIn,
}) => {
  const { url } = await ownPortal()
  const call = callWith(url, await adminToken(url))
  await call(addDesignatedAdmin, { body: { email: people.staff.email } })
  await call(saveAgenda, {
    params,
    revision: 'new',
    body: {
      title: `${quarterName(params)} Board Meeting`,
      date: firstDayOf(params),
      time: '09:00',
      timesFollow: true,
      items: [
        { id: 'welcome', title: 'Welcome', duration: 10 },
        { id: 'budget', title: 'Budget', duration: 30, description: 'The year' },
        { id: 'audit', title: 'Audit', duration: 15 },
        { id: 'closing', title: 'Closing', duration: 5 },
      ],
    },
  })
  const wei = await browser.newPage({ baseURL: url })
  await signIn('admin', { url: `${url}${editor}` })
  await openItem(ruth, 'Welcome')
  await signIn('staff', { page: wei, url: `${url}${editor}` })

  await test.step('each sees the other’s name and item', async () => {
    await openItem(wei, 'Budget')
    await expect(
      wei.getByText('Ruth Abelman is editing this agenda too. They are at item 1, “Welcome”.'),
    ).toBeVisible()
    await expect(wei.getByRole('button', { name: /Welcome.*Ruth Abelman is here/ })).toBeVisible()
    await openItem(ruth, 'Audit')
    await expect(
      ruth.getByText('Wei Chen is editing this agenda too. They are at item 2, “Budget”.'),
    ).toBeVisible()
    await expect(ruth.getByRole('button', { name: /Budget.*Wei Chen is here/ })).toBeVisible()
    await expectAccessible(ruth, 'an agenda that somebody else edits too')
  })

  await test.step('the second is shown that the first has saved', async () => {
    await item(wei, '2. Budget').getByLabel('Description').fill('The year, revised')
    // The later items start 20 minutes later, in Ruth’s version only.
    await item(ruth, '1. Welcome').getByLabel('Min').fill('30')
    await openItem(ruth, 'Budget')
    await item(ruth, '2. Budget').getByRole('button', { name: 'Delete Budget' }).click()
    await ruth
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await press(ruth, 'Save')
    await nothingUnsaved(ruth)
    await openItem(wei, 'Closing')
    await expect(wei.getByText('Ruth Abelman has saved this agenda meanwhile.')).toBeVisible()
    await press(wei, 'Compare and merge')
  })

  const merge = wei.getByRole('dialog', { name: 'Merge two versions' })
  const deleted = merge.getByRole('group', { name: 'Budget · Item' })
  await test.step('the merge shows the edit of the deleted item, and no computed time', async () => {
    await expect(deleted).toContainText('Both changed it')
    await expect(deleted).toContainText('Edited: Description “The year, revised” (was “The year”)')
    await expect(deleted.getByRole('radio', { name: /^Theirs/ })).toHaveAccessibleName(/Deleted/)
    await expect(merge.getByRole('radio')).toHaveCount(2)
    await merge.getByText('Also kept: 1 change by Ruth Abelman', { exact: true }).click()
    await expect(merge.getByRole('group', { name: 'Welcome · Minutes' })).toBeVisible()
    await expect(merge.getByRole('radio')).toHaveCount(4)
    await expectAccessible(wei, 'a merge with a deleted item')
  })

  await test.step('the edited item is kept beside the other’s change', async () => {
    await deleted.getByRole('radio', { name: /^Yours/ }).check()
    await press(wei, 'Save merged agenda')
    await expect(merge).toHaveCount(0)
    await nothingUnsaved(wei)
    expect(await call(getAgenda, { params })).toMatchObject({
      items: [
        { id: 'welcome', duration: 30, time: '09:00' },
        { id: 'budget', description: 'The year, revised', time: '09:30' },
        { id: 'audit', time: '10:00' },
        { id: 'closing' },
      ],
    })
    // Ruth has nothing unsaved: her editor follows.
    await openItem(ruth, 'Closing')
    await expect(ruth.getByRole('button', { name: /2\. Budget/ })).toBeVisible()
  })

  await test.step('an earlier version is restored from the history', async () => {
    await press(ruth, 'History')
    const history = ruth.getByRole('dialog', { name: /^History of the agenda/ })
    await history.getByRole('radio').last().check()
    await expectAccessible(ruth, 'the history of an agenda')
    await press(ruth, 'Restore this version')
    await expect(history).toHaveCount(0)
    await nothingUnsaved(ruth)
    await expect
      .poll(async () => (await call(getAgenda, { params })).items)
      .toMatchObject([{ duration: 10 }, { description: 'The year' }, {}, {}])
    await openItem(wei, 'Audit')
    await expect(item(wei, '2. Budget').getByLabel('Description')).toHaveValue('The year')
  })
  await wei.context().close()
})
