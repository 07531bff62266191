import type { Browser, Page } from '@playwright/test'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { setMeetingStage } from '@portal/contract/new-meetings'
import { listReplies } from '@portal/contract/replies'
import { ofMeeting } from '@portal/contract/twins'
import { adminToken, callWith, member } from '../bench/session.ts'
import {
  comingWeeks,
  createRoofMeeting,
  giveAccount,
  inviteGuest,
  letAssistantReply,
  lettersTo,
  mailsSince,
  removeAddress,
  replacePaper,
  roof,
  seat,
} from '../support/board-of-nine.ts'
import { enterByPassword, expect, type Fixtures, test } from '../support/fixtures.ts'

const phone = { width: 390, height: 844 }
const assistant = { email: 'ana.ruiz@lopez.example', password: member.password }
const settings = { NOTICE_HOLIDAYS: '', MAIL_PER_MINUTE: '600' }

type Person = { email: string; password: string }
type Parts = Pick<Fixtures, 'ownPortal' | 'signIn'> & { browser: Browser; page: Page }

/** A portal with a clock, and the people’s windows, which show the same time. */
async function open({ browser, ownPortal, page }: Parts) {
  const weeks = comingWeeks()
  const start = weeks.moment(0, '11:00')
  const { url, dataFolder, moveTo } = await ownPortal(settings, { startsAt: start })
  const call = callWith(url, await adminToken(url))
  const windows = [page]
  let time = start
  await page.clock.setFixedTime(time)
  const mails = await mailsSince(call, start)
  expect(mails).toEqual([])
  return {
    url,
    dataFolder,
    call,
    day: weeks.day,
    at: async (day: number, clock: string) => {
      time = weeks.moment(day, clock)
      await moveTo(time)
      await Promise.all(windows.map((each) => each.clock.setFixedTime(time)))
    },
    /** Signs a person in, in a window of their own. */
    enter: async (person: Person, viewport = { width: 1280, height: 800 }) => {
      const own = await (await browser.newContext({ viewport })).newPage()
      windows.push(own)
      await own.clock.setFixedTime(time)
      await own.goto(url)
      await enterByPassword(own, person)
      await expect(own.getByLabel('E-mail')).toHaveCount(0)
      return own
    },
    /** Of each person, what was mailed on which day and in which hour, but for invitations to calendars. */
    mailed: async () => {
      const since = await mailsSince(call, start)
      const lines: Record<string, string[]> = {}
      for (const { person, kind, at, state } of since) {
        expect([person, kind, state]).toEqual([person, kind, 'sent'])
        if (kind === 'calendar') continue
        ;(lines[person] ??= []).push(`${weeks.hourOf(at)} ${kind}`)
      }
      return lines
    },
  }
}

/** Starts the notices on the admin’s page. */
async function startNotices(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Start notices' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Start notices' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
}

async function choose(own: Page, url: string, frequency: string) {
  await own.goto(`${url}/account`)
  const saved = own.waitForResponse((response) => response.request().method() === 'PUT')
  await own.getByRole('radio', { name: frequency }).click()
  expect((await saved).ok()).toBe(true)
}

/** Replies on the page that is open: the dashboard, an agenda, or a guest’s or assistant’s home. */
async function reply(own: Page, answer: string, group: string | RegExp = /^Will .* come\?/) {
  await own.getByRole('group', { name: group }).getByRole('button', { name: answer }).click()
  await expect(own.getByText(new RegExp(`is saved: ${answer}`)).first()).toBeVisible()
}

test(
  'nine people who chose differently hear of a meeting for three weeks, reply in every way, and it is held',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    test.setTimeout(600_000)
    const parts = { browser, ownPortal, page, signIn }
    const { url, dataFolder, call, day, at, enter, mailed } = await open(parts)
    const voting = ['maria-lopez', 'james-okafor', 'eleanor-whitcombe', 'tomas-rivera']
    const seats = [...voting, 'anand-krishnan', 'beatrice-nakamura'].map(seatOf)
    await seat(call, [...seats, { person: 'wei-chen', office: 'observer' }], day(18))
    await removeAddress(call, 'beatrice-nakamura')
    await letAssistantReply(call)
    const meeting = await createRoofMeeting(call, day(18))
    const agenda = `${url}/meetings/${meeting}/agenda`
    const params = { meeting }
    const change = async (content: object) => {
      const { revision } = await call(ofMeeting(getAgenda), { params })
      await call(ofMeeting(saveAgenda), { params, body: content, revision })
    }
    const guestAccount = await inviteGuest(call, meeting, day(18))

    // They sign in and choose; Maria and the others leave it at once a day.
    const maria = await enter(member)
    const james = await enter(await giveAccount(call, 'james-okafor'))
    const eleanor = await enter(await giveAccount(call, 'eleanor-whitcombe'))
    const tomas = await enter(await giveAccount(call, 'tomas-rivera'))
    const anand = await enter(await giveAccount(call, 'anand-krishnan'), phone)
    const ana = await enter(assistant)
    const guest = await enter(guestAccount)
    await choose(james, url, 'At once')
    await choose(eleanor, url, 'Only reminders')
    const notices = `${url}/admin/meetings/${meeting}/notices`
    await signIn('admin', { url })
    await startNotices(page, notices)
    await expect(page.getByRole('table', { name: 'Recipients' })).toContainText('James Okafor')
    const byHand = page.getByRole('region', { name: /To be told by hand/ })
    await expect(byHand).toContainText('Beatrice Nakamura')

    // A new paper. Tomás has had enough: he stops the digests by the link in one.
    await at(1, '10:00')
    await replacePaper(call, meeting, 1)
    await at(2, '09:00')
    const letters = lettersTo('tomas.rivera@', dataFolder)
    const digest = letters.find((mail) => /^Subject: News/m.test(mail))!
    const [, stop] = /\/(unsubscribe\/[\w.-]+)/.exec(digest)!
    await tomas.goto(`${url}/${stop}`)
    await tomas.getByRole('button', { name: 'Stop these messages' }).click()
    await expect(tomas.getByText('You won’t get these messages any more')).toBeVisible()

    // They reply on the dashboard, in the agenda, on a guest’s page, by an assistant, and by a link.
    await maria.goto(url)
    await maria.getByRole('heading', { name: 'Asked of you' }).scrollIntoViewIfNeeded()
    await reply(maria, 'In person', roof.title)
    await james.goto(agenda)
    await reply(james, 'By video')
    await guest.reload()
    await reply(guest, 'In person')
    await ana.goto(`${url}/meetings/${meeting}`)
    await reply(ana, 'By video')
    await page.goto(`${url}/admin/meetings/${meeting}/replies`)
    await page.getByRole('button', { name: 'Remind everyone who hasn’t replied' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remind \d+ (person|people)$/ })
      .click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await at(2, '10:00')
    const asks = lettersTo('anand.krishnan@', dataFolder).find((mail) =>
      /^Subject: Will you come/m.test(mail),
    )!
    const [, link] = /\/(reply\/[\w.-]+\?answer=cannot-come)/.exec(asks)!
    await anand.goto(`${url}/${link}`)
    await anand.getByRole('button', { name: 'Confirm my reply' }).click()
    await expect(anand.getByText(/your reply is saved: Can’t come/)).toBeVisible()
    const answers = async () => {
      const { replies } = await call(listReplies, { params })
      return Object.fromEntries(replies.map(({ name, answer }) => [name, answer]))
    }
    expect(await answers()).toMatchObject({
      'Maria Lopez': 'video',
      'James Okafor': 'video',
      'Anand Krishnan': 'cannot-come',
    })

    // Another time asks again.
    await at(4, '15:00')
    await change({ time: '15:00', endTime: '16:00' })
    await at(5, '09:00')
    await maria.goto(url)
    await maria.getByRole('heading', { name: 'Asked of you' }).scrollIntoViewIfNeeded()
    await expect(maria.getByText(/The meeting moved from 2:00 PM/)).toBeVisible()
    await reply(maria, 'In person', roof.title)
    expect((await answers())['Maria Lopez']).toBe('in-person')

    // Maria asks about the item, and its presenter answers.
    await at(8, '10:00')
    await maria.goto(agenda)
    await maria.getByRole('button', { name: `Ask a question about ${roof.item}` }).click()
    await maria.getByRole('dialog').getByLabel('Your question').fill('Who pays for it?')
    await maria.getByRole('button', { name: 'Send the question' }).click()
    await expect(maria.getByRole('dialog')).toBeHidden()
    await james.goto(agenda)
    await james
      .getByText(/^\d questions? /)
      .first()
      .click()
    await james.getByRole('button', { name: 'Answer Maria Lopez' }).first().click()
    await james.getByRole('dialog').getByLabel('Your answer').fill('The reserve does.')
    await james.getByRole('button', { name: 'Send the answer' }).click()
    await expect(james.getByRole('dialog')).toBeHidden()

    // The formal notice comes too late, and a voting member waives it.
    await at(17, '10:00')
    await maria.goto(agenda)
    await maria
      .getByText(/^\d questions? /)
      .first()
      .click()
    await expect(maria.getByText('The reserve does.')).toBeVisible()
    await page.goto(notices)
    await page.getByRole('button', { name: 'Send the formal notice' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Send the formal notice' })
      .click()
    await expect(page.getByRole('button', { name: 'Send another formal notice' })).toBeVisible()
    await eleanor.goto(agenda)
    await eleanor.getByRole('button', { name: /waive/i }).click()
    await expect(eleanor.getByText(/You waived notice on/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Waivers (1)' })).toBeVisible()

    // The meeting is held: nobody is asked any more, and nothing more is sent.
    await at(18, '15:30')
    const { revision } = await call(ofMeeting(getAgenda), { params })
    await call(setMeetingStage, { params, body: { stage: 'held' }, revision })
    await at(21, '12:00')
    await anand.goto(agenda)
    await expect(anand.getByRole('button', { name: 'In person' })).toHaveCount(0)

    const [first, second, moved, answered] = [1, 2, 5, 9].map((number) => `${number} 08 digest`)
    const news = [first, second, moved, answered]
    const asked = '2 09 reply-request'
    const week = '11 08 reminder'
    const last = ['17 08 reminder', '17 10 formal-notice']
    const called = '18 08 digest'
    const { [guestAccount.uid]: guests, ...of } = await mailed()
    expect.soft(of).toMatchObject({
      'maria-lopez': [...news, week, ...last, called],
      'james-okafor': [
        '0 12 digest',
        '1 11 digest',
        '4 16 digest',
        '8 11 digest',
        week,
        ...last,
        '17 11 digest',
      ],
      'eleanor-whitcombe': [asked, week, ...last],
      'tomas-rivera': [first, second, asked, week, ...last],
      'anand-krishnan': [first, second, asked, moved, answered, week, ...last, called],
      'wei-chen': [first, second, asked, moved, answered, week, ...last, called],
    })
    expect.soft(guests).toEqual([...news, week, ...last, called])
    expect(Object.keys(of)).not.toContain('beatrice-nakamura')
    await page.goto(`${url}/admin/outbox`)
    await expect(page.getByRole('row', { name: /Wei Chen/ }).first()).toContainText('Sent')
  },
)

function seatOf(person: string) {
  return { person, office: 'member' as const }
}
