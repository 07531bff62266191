import { randomUUID } from 'node:crypto'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { listDocuments } from '@portal/contract/documents'
import { listNotes, saveNotes } from '@portal/contract/notes'
import { openOwnRecords, openPersonsRecords } from '@portal/contract/password-set'
import { getPortal } from '@portal/contract/portal'
import { getReading } from '@portal/contract/reading'
import { listUsers, updateUser } from '@portal/contract/users'
import { adminToken, callWith, passwordToken } from '../bench/session.ts'
import { expectNoOverflow } from '../support/accessible.ts'
import { enterByPassword, expect, people, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'

test(
  'an admin who sets a member’s password doesn’t get their notes, and a second admin opens them for their owner',
  { tag: '@long' },
  async ({ browser, ownPortal, page }) => {
    const { url } = await ownPortal()
    const ruth = callWith(url, await adminToken(url))
    await ruth(addDesignatedAdmin, { body: { email: people.staff.email } })
    const person = await newPerson(url, 'Nora Field')
    const nora = callWith(url, await passwordToken(url, person))
    const [paper] = await nora(listDocuments)
    const note = {
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      color: 'yellow' as const,
      text: 'I will vote against it',
      target: {
        version: 1,
        selector: [
          {
            type: 'FragmentSelector' as const,
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778' as const,
            value: 'page=1',
          },
        ],
      },
    }
    const body = { documentId: paper!.id, erasures: 0, notes: [note], removed: [] }
    await nora(saveNotes, { body })

    // The attack: Ruth sets a password and signs in with it.
    const password = 'lantern-violet-harbour'
    const { users } = await ruth(listUsers)
    const params = { uid: users.find(({ email }) => email === person.email)!.uid }
    await ruth(updateUser, { params, body: { password } })
    const signIn = async () => callWith(url, await passwordToken(url, { ...person, password }))
    // A sign-in of the second in which the earlier ones ended is ended as well.
    await expect(async () => (await signIn())(getPortal)).toPass()
    const thief = await signIn()
    for (const act of [
      () => thief(listNotes, { query: {} }),
      () => thief(getReading, { query: {} }),
      () => thief(openOwnRecords),
      () => ruth(openPersonsRecords, { params }),
    ]) {
      await expect(act()).rejects.toMatchObject({ status: 409 })
    }

    await page.goto(`${url}/my-notes`)
    await enterByPassword(page, { ...person, password })
    const notice = page.getByRole('status').filter({ hasText: 'Your password was set for you.' })
    await expect(notice).toContainText('Your notes are closed.')
    await notice.getByText('What happened, and what to do').click()
    await expect(notice).toContainText(people.admin.email)
    await expect(notice).toContainText('Please ask one of them.')
    await expect(page.getByRole('main')).not.toContainText(note.text)

    const tab = await browser.newPage({ baseURL: url })
    await tab.goto('/admin/users')
    await tab.getByRole('button', { name: 'Sign in with Google' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: people.staff.email }).click()
    await tab.getByRole('searchbox').fill(person.email)
    await tab.getByRole('button', { name: `Open notes of ${person.displayName}` }).click()
    const question = tab.getByRole('alertdialog', { name: 'Is it Nora Field who signs in?' })
    await question.getByRole('button', { name: 'Yes, it’s Nora Field' }).click()
    await expect(tab.getByText('The notes of Nora Field are open to them again.')).toBeVisible()
    await tab.close()

    await page.reload()
    await expect(page.getByRole('main')).toContainText(note.text)
    await expect(notice).toContainText(`An admin, ${people.staff.email}, confirmed`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page, 'the notice on a phone')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
  },
)
