import type { Browser, Page } from '@playwright/test'
import { answerQuestion, listQuestions } from '@portal/contract/questions'
import { listReplies } from '@portal/contract/replies'
import { ofMeeting } from '@portal/contract/twins'
import { adminToken, callWith, passwordToken } from '../bench/session.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import { createAskedMeeting } from '../support/asked-meeting.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'

const about = ' about A new roof'

/** Signs a person in, in a browser of their own. */
async function open(
  browser: Browser,
  address: string,
  person: { email: string; password: string },
) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  await enterByPassword(page, person)
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  return page
}

const questions = (page: Page) => page.getByText(/^\d questions? /)
const ask = (page: Page) => page.getByRole('button', { name: `Ask a question${about}` })
const dialog = (page: Page) => page.getByRole('dialog')

/** Of the open paper. */
async function askAboutPassage(page: Page, text: string): Promise<void> {
  const words = page.locator('.textLayer span:not(:has(*))').filter({ hasText: /\w{4}/ })
  await expect(words.first()).toBeVisible()
  const quoted = (await words.first().textContent())!.slice(0, 4)
  await words.first().selectText()
  await page
    .getByRole('toolbar', { name: 'Selected words' })
    .getByRole('button', { name: 'Ask a question' })
    .click()
  await expect(dialog(page).getByText('About: A new roof')).toBeVisible()
  await expect(dialog(page).locator('blockquote')).toContainText(quoted)
  await dialog(page).getByLabel('Your question').fill(text)
  await dialog(page).getByRole('button', { name: 'Send the question' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a member replies on the agenda, asks about a passage of a paper, and reads the answer', async ({
  ownPortal,
  page,
}) => {
  const { url } = await ownPortal()
  const call = callWith(url, await adminToken(url))
  const { id, asker, presenter } = await createAskedMeeting(call)
  const params = { meeting: id }
  const agenda = `${url}/meetings/${id}/agenda`
  await page.goto(agenda)
  await enterByPassword(page, asker)
  const coming = page.getByRole('group', { name: /^Will .* come\?/ })
  await coming.getByRole('button', { name: 'By video' }).click()
  await expect(page.getByText(/is saved: By video/).first()).toBeVisible()
  const { replies } = await call(listReplies, { params })
  expect(replies.find(({ name }) => name === asker.name)).toMatchObject({ answer: 'video' })

  await page.getByRole('link', { name: /Survey of the roof/ }).click()
  await askAboutPassage(page, 'Who pays for it?')
  const presents = callWith(url, await passwordToken(url, presenter))
  const { questions: asked } = await presents(ofMeeting(listQuestions), { params, query: {} })
  await presents(ofMeeting(answerQuestion), {
    params: { ...params, id: asked[0]!.id },
    body: { id: crypto.randomUUID(), text: 'The reserve does.', seenBy: 'question' },
  })
  await page.goto(agenda)
  await questions(page).first().click()
  await expect(page.getByText('The reserve does.')).toBeVisible()
  await page.getByRole('link', { name: /, page \d+$/ }).click()
  await expect(page.locator('.noteMarks .selected')).toBeInViewport()
})

test(
  'a member asks about an item and a passage and flags a consent item, the chair sees what is open, and the presenter answers',
  { tag: '@long' },
  async ({ browser, ownPortal }) => {
    const { url } = await ownPortal()
    const { id, asker, other, presenter, chair } = await createAskedMeeting(
      callWith(url, await adminToken(url)),
    )
    const agenda = `${url}/meetings/${id}/agenda`

    // About the item, by keyboard, for the presenter, the chair and staff.
    const own = await open(browser, agenda, asker)
    await expect(own.getByRole('button', { name: 'Ask a question about Lunch' })).toHaveCount(0)
    await ask(own).focus()
    await own.keyboard.press('Enter')
    await expect(dialog(own).getByText(`It goes to ${presenter.name}.`)).toBeVisible()
    await dialog(own).getByLabel('Your question').focus()
    await own.keyboard.type('Who pays for it?')
    await own.keyboard.press('Tab')
    await own.keyboard.press('ArrowDown')
    await expectAccessibleInBoth(own, 'a question that is being asked')
    await dialog(own).getByRole('button', { name: 'Send the question' }).press('Enter')
    await expect(dialog(own)).toBeHidden()
    await own.emulateMedia({ colorScheme: 'light' })
    await own.getByRole('button', { name: 'Flag for discussion (Minutes of the spring)' }).click()
    await expect(own.getByText('Flagged by 1 member')).toBeVisible()

    // About a passage, for everybody, from the item's paper.
    await own.getByRole('link', { name: /Survey of the roof/ }).click()
    await askAboutPassage(own, 'What does this mean?')

    // Another member sees the second one only, and opens the paper at its passage, on a phone.
    const others = await open(browser, agenda, other)
    await others.setViewportSize({ width: 390, height: 844 })
    await questions(others).first().click()
    await expect(others.getByText('What does this mean?')).toBeVisible()
    await expect(others.getByText('Who pays for it?')).toHaveCount(0)
    await expect(others.getByText(/open questions?, /)).toHaveCount(0)
    await expectAccessible(others, 'questions of an item')
    await expectNoOverflow(others, 'questions of an item on a phone')
    await others.getByRole('link', { name: /, page \d+$/ }).click()
    await expect(others.locator('.noteMarks .selected')).toBeInViewport()
    await expect(others.getByText(/^The passage of the question, page \d+$/)).toBeAttached()

    // The chair has the list in running order, in the agenda and in meeting mode.
    const leads = await open(browser, agenda, chair)
    for (const address of [agenda, `${url}/meetings/now/${id}`]) {
      await leads.goto(address)
      // In meeting mode, an item without papers shows what it is about.
      if (address !== agenda) {
        await leads.getByRole('link', { name: /Lunch/ }).click()
        await expect(leads.getByText('This item has no papers.')).toBeVisible()
      }
      await leads.getByText(/2 open questions, 1 item flagged for discussion/).click()
      await expect(leads.getByText('Who pays for it?').first()).toBeVisible()
      await expect(leads.getByText(`Flagged by ${asker.name}`).first()).toBeVisible()
      await expectAccessible(leads, `what is open, at ${address}`)
    }

    // The presenter answers, and the asker sees it.
    const speaker = await open(browser, agenda, presenter)
    await questions(speaker).first().click()
    await speaker
      .getByRole('button', { name: `Answer ${asker.name}` })
      .first()
      .click()
    await dialog(speaker).getByLabel('Your answer').fill('The reserve does.')
    await expectAccessible(speaker, 'an answer that is being written')
    await dialog(speaker).getByRole('button', { name: 'Send the answer' }).click()
    await expect(dialog(speaker)).toBeHidden()
    await own.goto(agenda)
    await questions(own).first().click()
    await expect(own.getByText('The reserve does.')).toBeVisible()
    await expect(own.getByText(`${presenter.name} answered`)).toBeVisible()
  },
)
