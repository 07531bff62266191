import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test, visitAgain } from '../support/fixtures.ts'

const portrait = path.resolve(import.meta.dirname, '../../api/sample/people/wei-chen.webp')

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true })

test(
  'an admin adds a person with a photo, a member sees both, and the admin edits and deletes the entry, and brings it back from the audit',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const member = await browser.newPage({ baseURL: portal.url })
    await signIn('admin', { url: `${portal.url}/admin/directory` })
    await expect(page.getByRole('heading', { name: 'Board Members (9)' })).toBeVisible()
    await expectAccessible(page, 'the directory')
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await dialog(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect(
      dialog(page).getByText(
        'Name is required, Role is required, Valid type (board or staff) is required',
      ),
    ).toBeVisible()
    await expect(field(page, 'Name')).toBeFocused()
    await expectAccessible(page, 'the form')
    await field(page, 'Name').fill('Ada Byron')
    await field(page, 'Role').fill('Trustee')
    await field(page, 'Type').selectOption('Board')
    await field(page, 'E-mail').fill('ada.byron@larkspur.example')
    await field(page, 'Phone').fill('+1 213 555 0199')
    await field(page, 'File of the photo').setInputFiles(portrait)
    await expect(dialog(page).getByRole('img', { name: 'The photo' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Board Members (10)' })).toBeVisible()

    await signIn('member', { page: member, url: `${portal.url}/directory` })
    const card = member.getByRole('article').filter({ hasText: 'Ada Byron' })
    await expect(card.locator('img')).toHaveJSProperty('complete', true)
    await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

    await page.getByRole('button', { name: 'Edit Ada Byron' }).click()
    await field(page, 'Phone').fill('')
    await field(page, 'Role').fill('Treasurer')
    await dialog(page).getByRole('button', { name: 'Save Entry' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await visitAgain(member)
    await expect(card).toContainText('Treasurer')
    await expect(card.getByRole('link', { name: 'Call Ada Byron' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Delete Ada Byron' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Ada Byron?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete Ada Byron' }).click()
    await expect(page.getByRole('heading', { name: 'Board Members (9)' })).toBeVisible()
    await visitAgain(member)
    await expect(member.getByRole('article').first()).toBeVisible()
    await expect(card).toHaveCount(0)

    await page.goto(`${portal.url}/admin/audit`)
    const entry = page.getByRole('listitem').filter({ hasText: 'Directory entry deleted' })
    await entry.getByRole('button', { name: /^Undo this change.*Ada Byron/ }).click()
    const undo = page.getByRole('alertdialog', { name: 'Undo this change?' })
    await expect(undo).toContainText('will be in the directory again.')
    await expectAccessible(page, 'the question before a change is undone')
    await undo.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByText('Undoes: Directory entry deleted')).toBeVisible()
    await expect(entry.getByText('Undone', { exact: true })).toBeVisible()
    await visitAgain(member)
    await expect(card).toContainText('Treasurer')
    await member.close()
  },
)
