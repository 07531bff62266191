import { testApi, testPeople } from '@portal/api/testing'
import type { MailState } from '@portal/contract/mail'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'

type Given = { name: string; state: MailState; reply?: string }

async function open(mails: Given[] = [], env: Record<string, string> = {}) {
  const api = await testApi({ env: { MAIL_PER_MINUTE: '6000', ...env } })
  for (const [index, { name, state, reply }] of mails.entries()) {
    const at = new Date(Date.parse('2026-11-02T09:00:00Z') + index * 1000).toISOString()
    await api.ports.store.create('mails', `mail-${index}`, {
      kind: 'digest',
      person: name,
      to: { name, address: `p${index}@larkspur.example` },
      subject: 'New papers',
      content: {
        greeting: `Dear ${name},`,
        blocks: [
          { type: 'paragraph', text: 'Only for you', isPrivate: true },
          {
            type: 'list',
            lines: [{ text: 'Budget' }, { text: 'An answer', isPrivate: true }],
          },
          { type: 'button', text: 'Reply', href: 'http://localhost:3000/r?token=secret' },
        ],
      },
      unsubscribable: true,
      state,
      byState: `${state} ${at}`,
      at,
      until: at,
      attempts: 1,
      ...(state === 'waiting' ? { due: '2099-01-01T00:00:00.000Z' } : {}),
      ...(reply === undefined ? {} : { reply }),
    })
  }
  const { toasts } = await renderRemote(admin, { path: '/admin/outbox', as: 'admin', api })
  return { api, lastMessage: () => toasts.at(-1)?.message }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const row = async (name: RegExp) => screen.findByRole('row', { name })

it('lists each message with its person, its state in words and the server’s reply', async () => {
  await open([
    { name: 'Maria Lopez', state: 'sent' },
    { name: 'Omar Reyes', state: 'failed', reply: '550 No such user' },
  ])
  expect((await row(/Maria Lopez/)).textContent).toContain('Sent')
  const failed = await row(/Omar Reyes/)
  expect(failed.textContent).toContain('Failed')
  expect(failed.textContent).toContain('550 No such user')
  await userEvent.click(screen.getByRole('radio', { name: 'Failed' }))
  expect(await screen.findByText('1 message')).toBeDefined()
  expect(screen.queryByRole('row', { name: /Maria Lopez/ })).toBeNull()
})

it('shows a message without private lines and without links that act for its reader', async () => {
  await open([{ name: 'Maria Lopez', state: 'sent' }])
  await press(/Show to Maria Lopez/)
  const dialog = await screen.findByRole('dialog', { name: 'New papers' })
  expect(await within(dialog).findByText('Budget')).toBeDefined()
  expect(within(dialog).getAllByText('1 private line')).toHaveLength(2)
  expect(dialog.textContent).not.toContain('Only for you')
  expect(dialog.textContent).not.toContain('An answer')
  expect(within(dialog).queryAllByRole('link')).toEqual([])
  expect(within(dialog).getByText('A link for its reader alone')).toBeDefined()
})

it('lists answers from calendars that count for nobody, as plain text, and leads to where a reply is entered', async () => {
  const api = await testApi()
  const at = '2026-11-02T09:00:00Z'
  const why = 'It neither accepts nor declines.'
  await api.ports.store.create('agendas', '2026-Q4', {
    title: 'Winter Meeting',
    date: '2099-12-10',
    status: 'published',
  })
  await api.ports.store.create('resource_mappings', 'meeting-2026-q4-agenda', { mode: 'native' })
  await api.ports.store.create('calendar_answers', 'mailbox', {
    aside: [
      { at, from: '<img src=x>@b.example', why: 'It couldn’t be read.' },
      { at, from: 'maria@larkspur.example', why, meeting: '2026-Q4' },
    ],
  })
  await renderRemote(admin, { path: '/admin/outbox', as: 'admin', api })
  const [known, unknown] = [await row(/maria@larkspur/), await row(/<img src=x>@b\.example/)]
  expect(known.textContent).toContain(why)
  expect(known.textContent).toContain('Winter Meeting')
  const linkIn = (of: HTMLElement) => within(of).getByRole('link').getAttribute('href')
  expect(linkIn(known)).toBe('/admin/meetings/2026/4/replies')
  expect(linkIn(unknown)).toBe('/admin/meetings/all')
})

it('is used by keyboard alone', async () => {
  await open([
    { name: 'Maria Lopez', state: 'sent' },
    { name: 'Omar Reyes', state: 'failed' },
  ])
  const show = await screen.findByRole('button', { name: /Show to Omar Reyes/ })
  const tabTo = async (target: () => Element | null) => {
    for (let n = 0; n < 20 && document.activeElement !== target(); n += 1) await userEvent.tab()
    expect(document.activeElement).toBe(target())
  }
  await tabTo(() => screen.getByRole('radio', { name: 'All' }))
  await tabTo(() => show)
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'New papers' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(show)
})

it('sends a failed message again', async () => {
  const { api, lastMessage } = await open([{ name: 'Omar Reyes', state: 'failed' }])
  await press(/Send again to Omar Reyes/)
  await press('Send again')
  await expect.poll(lastMessage).toContain('is sent again')
  await api.features.mail.sendDue()
  expect(api.mails).toHaveLength(1)
})

it('warns before it repeats a message that may have arrived', async () => {
  const { api, lastMessage } = await open([{ name: 'Omar Reyes', state: 'unknown' }])
  await press(/Send again to Omar Reyes/)
  expect(await screen.findByText(/may get it twice/)).toBeDefined()
  await press('Send it even so')
  await expect.poll(lastMessage).toContain('is sent again')
  await api.features.mail.sendDue()
  expect(api.mails).toHaveLength(1)
})

it('sends a test message to the admin', async () => {
  const { api, lastMessage } = await open()
  expect(await screen.findByText('No messages')).toBeDefined()
  await press('Send me a test message')
  await expect.poll(lastMessage).toContain(testPeople.admin.email)
  await api.features.mail.sendDue()
  expect(api.mails.map(({ to }) => to)).toEqual([testPeople.admin.email])
})

it('says that mail is off', async () => {
  await open([], { MAIL: 'off' })
  expect(await screen.findByText(/Mail is switched off/)).toBeDefined()
  const button = screen.getByRole('button', { name: 'Send me a test message' })
  expect(button).toHaveProperty('disabled', true)
})
