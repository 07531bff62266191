import type { TestApi } from '@portal/api/testing'
import { getPolicy, resumeRemote, savePolicy, stopRemote } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { createReleaseToken, listReleaseTokens } from '@portal/contract/release-tokens'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Fault } from '../shared/api-fault-fixture.ts'
import { first, promote, releasesApi, second, third, waitingCandidate } from './releases-fixture.ts'
import {
  dialog,
  giveReason,
  open,
  params,
  path,
  pointer,
  press,
  region,
} from './releases-screen-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const notices = () => screen.findByRole('list', { name: 'Notices about releases' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const policy = (api: TestApi, approval: 'once' | 'every step', stepMinutes: number) =>
  api.call('admin')(savePolicy, { params, body: { approval, stepMinutes }, revision: 'new' })

describe('a candidate that waits for approval', () => {
  it('shows a notice on the dashboard that links to the candidate, and removes it after the approval', async () => {
    const api = await releasesApi()
    const team = await waitingCandidate(api)
    const { location, toasts } = await open(api, '/admin')
    const list = await notices()
    expect(list.textContent).toContain(`${third} of meetings waits for an admin’s approval.`)
    expect(list.textContent).toMatch(
      /It came to the QA cohort on .*, by release token meetings ci\. It goes no further/,
    )
    await userEvent.click(within(list).getByRole('link', { name: `Review ${third} of meetings` }))
    const card = await region('Who runs what of meetings')
    expect(location()).toBe(path)
    expect(card.textContent).toContain(
      'No admin has approved it yet: nobody with admin rights runs it.',
    )
    await press(`Approve ${third}`, card)
    const opened = await dialog()
    await within(opened).findByText('0123456789abcdef')
    expect(opened.textContent).toContain(`Everyone runs now${second}`)
    await waitFor(() => expect(opened.textContent).toMatch(/Published.*, by Ruth Abelman/))
    expect(opened.textContent).toMatch(
      /Its team saysIts team reported on .* that it passed every check\. This is the team’s own word\./,
    )
    expect(opened.textContent).toContain('its code then acts with their rights')
    const send = within(opened).getByRole('button', { name: `Approve ${third}` })
    expect(send).toHaveProperty('disabled', true)
    await giveReason('I have read the change')
    await userEvent.click(send)
    await closed()
    expect(toasts.at(-1)?.message).toBe(`${third} is approved.`)
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Notices about releases' })).toBeNull(),
    )
    expect(card.textContent).toMatch(/Approved by Ruth Abelman on/)
    expect(within(card).queryByRole('button', { name: /^Approve/ })).toBeNull()
    const history = await region('History')
    await within(history).findByText(`${third} approved.`)
    expect(history.textContent).toContain('I have read the change')
    await promote(api, third, 'team', team)
  })

  it('approves a candidate in the list after its notice was dismissed, and keeps the reason when that fails', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    await waitingCandidate(api)
    await open(api)
    await notices()
    await press(`Dismiss meetings ${third}`)
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Notices about releases' })).toBeNull(),
    )
    const row = (await screen.findByRole('rowheader', { name: third })).closest('tr')!
    expect(row.textContent).toContain('Not approved')
    await press(`Approve ${third}`, row)
    await giveReason('Because')
    fault.answer = ({ url }) =>
      url.endsWith('/approve') ? new Response('', { status: 502 }) : undefined
    await press(`Approve ${third}`, await dialog())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This could not be done. Please try again.',
    )
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Because')
    fault.answer = undefined
    await press(`Approve ${third}`, await dialog())
    await waitFor(() => expect(row.textContent).toMatch(/Approved by/))
  })

  it('approves a candidate by promoting it, which the dialog says', async () => {
    const api = await releasesApi()
    await waitingCandidate(api)
    await open(api)
    await press('Promote to the QA cohort and the remote’s own team')
    const opened = await dialog()
    expect(opened.textContent).toContain(
      `No admin has approved ${third} yet. Promoting it approves`,
    )
    await giveReason()
    await press(/^Promote 1\.2\.0-c to/, opened)
    await closed()
    const { approvals = [] } = await pointer(api)
    expect(approvals.map(({ release }) => release)).toContain(third)
  })
})

describe('what releases need beyond the QA cohort', () => {
  it('shows the requirements in words, and lets admins edit them, but not over what somebody else has saved', async () => {
    const api = await releasesApi()
    const { toasts } = await open(api)
    const section = await region('Beyond the QA cohort')
    await within(section).findByText(
      'An admin approves each release once before its team takes it there. Each step lasts at least 1 hour.',
    )
    await press('Edit the rules', section)
    await policy(api, 'every step', 5)
    await userEvent.clear(await screen.findByLabelText('Minutes that a step lasts at least'))
    await userEvent.type(screen.getByLabelText('Minutes that a step lasts at least'), '0')
    await press('Save the rules', await dialog())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Theirs: every step of each release')
    expect(alert.textContent).toContain('Yours: 0')
    await press('Save the rules', await dialog())
    await closed()
    expect(await api.call('admin')(getPolicy, { params })).toMatchObject({ stepMinutes: 0 })

    await press('Edit the rules', section)
    await userEvent.selectOptions(
      await screen.findByLabelText('An admin approves'),
      'every step of each release',
    )
    const minutes = screen.getByLabelText('Minutes that a step lasts at least')
    await userEvent.clear(minutes)
    expect(await screen.findByText(/^A whole number from 0 to 10,080/)).toBeDefined()
    await userEvent.type(minutes, '45')
    await press('Save the rules', await dialog())
    await closed()
    expect(toasts.at(-1)?.message).toBe('The rules for releases of meetings are saved.')
    await within(section).findByText(/every step of each release .*lasts at least 45 minutes/)
    expect(await api.call('admin')(getPolicy, { params })).toMatchObject({
      approval: 'every step',
      stepMinutes: 45,
    })
  })

  it('lets admins require an approval of each step', async () => {
    const api = await releasesApi()
    await policy(api, 'every step', 0)
    await waitingCandidate(api)
    await open(api)
    const card = await region('Who runs what of meetings')
    await press(`Approve ${third}`, card)
    const opened = await dialog()
    await userEvent.selectOptions(
      within(opened).getByLabelText('For which step'),
      '10 % of everyone',
    )
    await giveReason()
    await press(`Approve ${third} for 10 % of everyone`, opened)
    await closed()
    expect((await pointer(api)).approvals?.at(-1)).toMatchObject({ release: third, step: '10' })
    expect(card.textContent).toContain('Approved for 10 % of everyone by')
    // The others wait.
    await press(`Approve ${third}`, card)
  })

  it('requires a reason before a step is shortened', async () => {
    const api = await releasesApi()
    await promote(api, third, 'team')
    await open(api)
    await region('Beyond the QA cohort')
    await screen.findByText(/Each step lasts at least 1 hour/)
    await press('Promote to 10 % of everyone')
    const opened = await dialog()
    expect(opened.textContent).toMatch(/Each step lasts at least 1 hour: this one until .*\./)
    await giveReason('It can’t wait')
    const verb = `Promote ${third} to 10 % of everyone`
    expect(within(opened).getByRole('button', { name: verb })).toHaveProperty('disabled', true)
    await userEvent.click(within(opened).getByRole('switch', { name: 'Promote it sooner' }))
    await press(verb, opened)
    const history = await region('History')
    await within(history).findByText(
      /^Although: 1\.2\.0-c stays at the step team for at least 60 minutes/,
    )
  })
})

describe('the emergency stop', () => {
  const composed = async (api: TestApi) => (await api.call('member')(getPortal)).composition

  it('stops the part for everyone, shows that it is stopped, and undoes the stop', async () => {
    const api = await releasesApi()
    const { toasts } = await open(api)
    const card = await region('Who runs what of meetings')
    await press('Emergency Stop', card)
    const opened = await dialog()
    expect(opened.textContent).toContain('Emergency Stop of meetings')
    expect(opened.textContent).toContain(
      'This part of the portal is switched off for the moment. Your Board Liaison can tell you more.',
    )
    expect(opened.textContent).toContain(`rolling back to it is the smaller step`)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await giveReason('It shows the wrong papers')
    await press('Stop meetings for everyone', opened)
    await closed()
    expect(toasts.at(-1)?.message).toBe('meetings is stopped for everyone.')
    expect((await composed(api)).stopped).toMatchObject([{ name: 'meetings' }])
    expect(card.textContent).toMatch(
      /nobody is served any release\. .?Ruth Abelman.? stopped it on .*: It shows/,
    )
    expect(within(card).queryByRole('button', { name: 'Emergency Stop' })).toBeNull()
    const history = await region('History')
    await within(history).findByText('Emergency stop: nobody is served any release.')
    await press('Start Again', card)
    expect((await dialog()).textContent).toContain(`Everyone runs ${second} at their next load.`)
    await giveReason('It is repaired')
    await press('Start Again', await dialog())
    await closed()
    expect(await composed(api)).not.toHaveProperty('stopped')
    await within(history).findByText('Started again after the emergency stop.')

    // Somebody else is faster.
    await press('Emergency Stop', card)
    await giveReason()
    const { revision } = await pointer(api)
    await api.call('admin')(stopRemote, { params, body: { reason: 'Mine' }, revision })
    await press('Stop meetings for everyone', await dialog())
    expect((await screen.findByRole('alert')).textContent).toContain('The emergency stop is on;')
    await api.call('admin')(resumeRemote, {
      params,
      body: { reason: 'Again' },
      revision: revision + 1,
    })
  })

  it('suggests the emergency stop when the only release that can run is denied', async () => {
    const api = await releasesApi()
    await open(api)
    for (const [release, rest] of [
      [first, undefined],
      [
        second,
        'It is the only release of meetings that can run. Publish and promote another one first, or use the emergency stop.',
      ],
    ] as const) {
      const row = (await screen.findByRole('rowheader', { name: release })).closest('tr')!
      await press(`Deny ${release}`, row)
      const opened = await dialog()
      await giveReason()
      const send = within(opened).getByRole('button', { name: `Deny ${release}` })
      if (rest === undefined) {
        await userEvent.click(send)
        await closed()
        continue
      }
      expect(opened.textContent).toContain(rest)
      expect(send).toHaveProperty('disabled', true)
    }
  })
})

describe('release tokens', () => {
  afterEach(() => void vi.useRealTimers())

  it('creates a token that expires after the chosen number of days, and shows that another has expired', async () => {
    const api = await releasesApi()
    const old = { name: 'old ci', remote: 'meetings' }
    const { token } = await api.call('admin')(createReleaseToken, { body: old })
    const stored = await api.ports.store.get('release_tokens', token.id)
    const { id, revision, updatedAt: _, ...rest } = stored!
    const expired = { ...rest, expiresAt: new Date(Date.now() - 91 * 86_400_000).toISOString() }
    await api.ports.store.update('release_tokens', id, expired, revision)
    await open(api)
    const oldRow = (await screen.findByRole('rowheader', { name: 'old ci' })).closest('tr')!
    expect(oldRow.textContent).toMatch(/ExpiredExpired \d+ \w+ \d{4},/)
    expect(within(oldRow).queryByRole('button')).toBeNull()

    await press('Create token')
    await fill(await screen.findByLabelText('Name'), 'meetings ci')
    await fill(screen.getByLabelText('Part of the portal'), 'meetings')
    const days = screen.getByLabelText('Days until it expires')
    expect(days).toHaveProperty('value', '90')
    await userEvent.clear(days)
    await fill(days, '366')
    expect(await screen.findByText('A whole number from 1 to 365')).toBeDefined()
    const opened = await dialog()
    const send = within(opened).getByRole('button', { name: 'Create token' })
    expect(send).toHaveProperty('disabled', true)
    await userEvent.clear(days)
    await userEvent.type(days, '7')
    await userEvent.click(send)
    await press('I have stored it')
    const row = (await screen.findByRole('rowheader', { name: 'meetings ci' })).closest('tr')!
    expect(row.textContent).toMatch(/Expires soonExpires \d+ \w+ \d{4},/)
    const { tokens } = await api.call('admin')(listReleaseTokens)
    const { createdAt, expiresAt } = tokens.find(({ name }) => name === 'meetings ci')!
    expect(Date.parse(expiresAt!) - Date.parse(createdAt)).toBe(7 * 86_400_000)
  })
})
