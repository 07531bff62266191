import { saveAgenda } from '@portal/contract/agendas'
import type { testApi } from '@portal/api/testing'
import { setPublication } from '@portal/contract/quarters'
import { getMeetingNotices, sendFormalNotice } from '@portal/contract/notices'
import { addTerms } from '@portal/contract/bodies'
import { ofMeeting } from '@portal/contract/twins'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../remote.ts'
import { committeeApi, committeeMeeting } from '../shared/committee-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

type Mail = NonNullable<NonNullable<NonNullable<Parameters<typeof testApi>[0]>['ports']>['mail']>

const id = committeeMeeting.meeting
const params = { meeting: id }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The committee's meeting with Ada, who has an account, and Flo, who has none. */
async function open({
  isPublished = true,
  path = `/admin/meetings/${id}/notices`,
  soon = [] as string[],
  now = () => new Date('2026-11-20T18:00:00Z'),
  mail = undefined as Mail | undefined,
} = {}) {
  const { api, call, meet } = await committeeApi({ now, ports: mail ? { mail } : {} })
  for (const [entry, name] of [
    ['ada', 'Ada Park'],
    ['flo', 'Flo Reyes'],
  ] as const) {
    const more = entry === 'ada' ? { account: entry, email: 'ada@larkspur.example' } : {}
    await api.ports.store.create('directory', entry, {
      name,
      role: 'Trustee',
      type: 'board',
      ...more,
    })
  }
  api.accounts.put({
    uid: 'ada',
    email: 'ada@larkspur.example',
    providers: ['password'],
    validAfter: 0,
  })
  const term = { body: 'finance', office: 'member', voting: true, from: '2026-01-01' } as const
  await call(addTerms, { body: { terms: ['ada', 'flo'].map((person) => ({ ...term, person })) } })
  if (isPublished) {
    await call(ofMeeting(setPublication), { params, body: { state: 'published' }, revision: 1 })
  }
  for (const date of soon) await meet(date, `Meeting of ${date}`)
  const view = await renderRemote(admin, { path, as: 'admin', api })
  return { ...view, call, api }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (title: RegExp, name: string) => {
  const dialog = within(await screen.findByRole('alertdialog', { name: title }))
  await userEvent.click(dialog.getByRole('button', { name }))
}

describe('the notices of a meeting', () => {
  it('show the text and the recipients, start once, and can be paused', async () => {
    const { call } = await open()
    const table = await screen.findByRole('table', { name: 'Recipients' })
    expect(within(table).getByRole('row', { name: /Ada Park/ }).textContent).toContain(
      'No message yet',
    )
    expect(screen.getByText('News about Budget meeting')).toBeDefined()
    await press('Start notices')
    await confirm(/Start the notices/, 'Start notices')
    await press('Pause')
    await screen.findByRole('button', { name: 'Resume' })
    expect((await call(getMeetingNotices, { params })).state).toBe('paused')
  })

  it('become one digest per person in the outbox, which stops with one click', async () => {
    let time = '2026-11-20T18:00:00Z'
    const { api, call } = await open({ now: () => new Date(time) })
    const texts = () => api.mails.map(({ bytes }) => Buffer.from(bytes).toString())
    // The morning after, in the foundation’s zone.
    const morning = async (day: string) => {
      time = `${day}T16:00:00Z`
      await api.features.notices.prepareDue()
      await api.features.mail.sendDue()
    }
    await screen.findByText('News about Budget meeting')
    await press('Start notices')
    await confirm(/Start the notices/, 'Start notices')
    await screen.findByRole('button', { name: 'Pause' })
    await morning('2026-11-21')
    cleanup()
    await renderRemote(admin, { path: '/admin/outbox', as: 'admin', api })
    const table = await screen.findByRole('table', { name: 'Messages' })
    const [, ...rows] = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Ada Park.*News about Budget meeting.*Sent/),
    ])
    const [, link] = /^List-Unsubscribe: <https?:\/\/[^/]+([^>]+)>/m.exec(
      texts()[0]!.replaceAll(/\r\n[ \t]/g, ' '),
    )!
    const clicked = await api.request(link!, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(clicked.status).toBe(200)
    const { revision } = (await api.ports.store.get('meetings', id))!
    await call(ofMeeting(saveAgenda), { params, body: { time: '11:00' }, revision })
    await morning('2026-11-24')
    expect(texts()).toHaveLength(1)
  })

  it('are started by keyboard alone, and a question can be left', async () => {
    const { call } = await open()
    const start = await screen.findByRole('button', { name: 'Start notices' })
    while (document.activeElement !== start) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const question = await screen.findByRole('alertdialog', { name: /Start the notices/ })
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => question.isConnected).toBe(false)
    expect((await call(getMeetingNotices, { params })).state).toBe('notStarted')
    await expect.poll(() => document.activeElement).toBe(start)
    await userEvent.keyboard('{Enter}')
    const again = within(await screen.findByRole('alertdialog', { name: /Start the notices/ }))
    const yes = again.getByRole('button', { name: 'Start notices' })
    while (document.activeElement !== yes) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Pause' })
  })

  it('can’t be started while nobody could open the meeting', async () => {
    await open({ isPublished: false })
    expect(await screen.findByText(/in preparation/)).toBeDefined()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Start notices' })
    expect(button.disabled).toBe(true)
  })

  it('name who has to be told by hand, with a letter to print', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'To be told by hand (1)' })).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: 'Letter to print' }))
    const letter = await screen.findByRole('article', { name: 'Letter to Flo Reyes' })
    expect(letter.textContent).toContain('Notice of meeting: Budget meeting')
    expect(screen.getByRole('button', { name: 'Print' })).toBeDefined()
  })
})

describe('the formal notice', () => {
  it('is sent after a question, and its proof can be printed', async () => {
    await open()
    expect(await screen.findByText(/has to be sent by the end of 4 December 2026/)).toBeDefined()
    await press('Send the formal notice')
    await confirm(/Send the formal notice/, 'Send the formal notice')
    expect(await screen.findByText('1 waiting, 1 to be told by hand')).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: 'Proof to print' }))
    expect(await screen.findByText(/It was sent in time/)).toBeDefined()
    expect(screen.getByText(/Ada Park, ada@larkspur.example/)).toBeDefined()
  })

  it('names whom it didn’t reach, and is sent to them again', async () => {
    const mail: Mail = {
      send: async () => ({ state: 'refused', reply: '550 No such user' }),
      check: async () => '',
      close: async () => {},
    }
    const { api, call } = await open({ mail })
    await screen.findByRole('heading', { name: 'Formal notice' })
    await call(sendFormalNotice, { params, body: { id: crypto.randomUUID() } })
    await api.features.mail.sendDue()
    cleanup()
    await renderRemote(admin, { path: `/admin/meetings/${id}/notices`, as: 'admin', api })
    expect(await screen.findByText('1 failed, 1 to be told by hand')).toBeDefined()
    expect(screen.getByText('550 No such user')).toBeDefined()
    await press('Send again to Ada Park')
    await press('Send again')
    expect(await screen.findByText('1 waiting, 1 to be told by hand')).toBeDefined()
  })

  it('is called for on the start page a week before its deadline, and once that was missed', async () => {
    const { location } = await open({ path: '/admin', soon: ['2026-12-02', '2026-11-24'] })
    const due = await screen.findByText(/has to be sent by the end of 25 November 2026/)
    expect(due.textContent).toContain('Meeting of 2026-12-02')
    const missed = screen.getByText(/17 November 2026/)
    expect(missed.textContent).toContain('Meeting of 2026-11-24')
    // The fixture’s own meeting is three weeks away.
    const links = screen.getAllByRole('link', { name: 'See its notices' })
    expect(links).toHaveLength(2)
    await userEvent.click(links[1]!)
    await screen.findByRole('heading', { name: 'Formal notice' })
    expect(location()).toBe('/admin/meetings/2026-12-02-finance/notices')
  })

  it('can be waived by telephone, with a remark', async () => {
    const { call } = await open()
    await press('Record a waiver')
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a waiver' }))
    await userEvent.selectOptions(dialog.getByLabelText('Who has waived notice'), 'Flo Reyes')
    await fill(dialog.getByLabelText('How you know'), 'By telephone')
    await userEvent.click(dialog.getByRole('button', { name: 'Record the waiver' }))
    expect(await screen.findByRole('heading', { name: 'Waivers (1)' })).toBeDefined()
    const { formal } = await call(getMeetingNotices, { params })
    expect(formal.waivers).toMatchObject([{ person: 'flo', remark: 'By telephone' }])
  })
})
