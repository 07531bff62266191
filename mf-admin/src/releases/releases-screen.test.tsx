import { testApi, testPeople } from '@portal/api/testing'
import { getCohorts, saveCohorts } from '@portal/contract/pointers'
import { createReleaseToken, listReleaseTokens } from '@portal/contract/release-tokens'
import { listTrustedPipelines, trustPipeline } from '@portal/contract/trusted-pipelines'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import {
  first,
  gateRunnerOf,
  promote,
  publish,
  releasesApi,
  second,
  report,
  third,
} from './releases-fixture.ts'
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

const shell = { page: async () => '', file: () => undefined, build: 'one' }

it('says that a portal without outside teams needs none of it', async () => {
  const api = await releasesApi()
  const sentence = /^The parts of this portal came with it/
  const view = await open(api)
  expect(await screen.findByText(sentence)).toBeTruthy()
  view.unmount()
  const body = { name: 'CI', remote: 'meetings', days: 30 }
  await api.call('admin')(createReleaseToken, { body })
  await open(api)
  await region('Who runs what of meetings')
  await screen.findByText('CI')
  expect(screen.queryByText(sentence)).toBeNull()
})

describe('who runs what', () => {
  it('shows in words what runs: stable, candidate with its step and share, last good', async () => {
    const api = await releasesApi()
    await promote(api, third, '10')
    await open(api)
    const card = await region('Who runs what of meetings')
    expect(card.textContent).toContain(`Stable${second}Runs for everyone else.`)
    expect(card.textContent).toMatch(
      new RegExp(
        `Candidate${third}Tried by 10 % of everyone since .*; its share of everyone is 10 %`,
      ),
    )
    expect(card.textContent).toContain(`Last good${first}`)
    const row = (await screen.findByRole('rowheader', { name: third })).closest('tr')!
    expect(row.textContent).toContain('Candidate')
    expect(row.textContent).toContain('commit 0123456789')
  })

  it('keeps the remote in the URL, and shows one that only has a token yet', async () => {
    const api = await releasesApi()
    const { location } = await open(api, '/admin/releases')
    await region('Who runs what of meetings')
    await press('Create token')
    await fill(screen.getByLabelText('Name'), 'agenda ci')
    await fill(screen.getByLabelText('Part of the portal'), 'agenda')
    await press('Create token', await dialog())
    await press('I have stored it')
    await userEvent.click(await screen.findByRole('tab', { name: 'agenda' }))
    expect((await region('Who runs what of agenda')).textContent).toContain('None yet')
    expect(await screen.findByText('Nothing is published yet')).toBeDefined()
    expect(location()).toBe('/admin/releases?remote=agenda')
  })

  it('offers many remotes in a list that is searched, and keeps the chosen one in the URL', async () => {
    const api = await releasesApi()
    for (const team of ['agenda', 'budget', 'forms', 'news', 'polls', 'votes']) {
      await api.call('admin')(createReleaseToken, { body: { name: 'ci', remote: team } })
    }
    const { location } = await open(api)
    const picker = await screen.findByRole<HTMLInputElement>('combobox', {
      name: 'Part of the portal',
    })
    expect(picker.value).toBe('meetings')
    expect(screen.queryByRole('tab')).toBeNull()
    await region('Who runs what of meetings')
    await userEvent.clear(picker)
    await fill(picker, 'poll')
    await userEvent.click(await screen.findByRole('option', { name: 'polls' }))
    await region('Who runs what of polls')
    expect(location()).toBe('/admin/releases?remote=polls')
  })

  it('reports that the releases can’t be read, and tries again', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    fault.answer = ({ url }) =>
      url.endsWith('/api/releases') ? new Response('', { status: 502 }) : undefined
    await open(api)
    expect(await screen.findByText('Failed to load the releases')).toBeDefined()
    fault.answer = undefined
    await press('Try Again')
    await region('Who runs what of meetings')
  })
})

describe('promoting', () => {
  it('promotes to the next step by default, with a reason that a refusal keeps and the history shows', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    const { toasts } = await open(api)
    await press('Promote a release')
    const opened = await dialog()
    expect(within(opened).getByLabelText('Release')).toHaveProperty('value', third)
    expect(opened.textContent).toMatch(/Its team reported on .* that it passed every check\./)
    const send = within(opened).getByRole('button', { name: `Promote ${third} to the QA cohort` })
    expect(send).toHaveProperty('disabled', true)
    await giveReason('A first look')
    fault.answer = ({ url }) =>
      url.endsWith('/promote')
        ? refusal(409, 'conflict', 'Files of 1.2.0-c are gone: publish it again.')
        : undefined
    await userEvent.click(send)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Files of 1.2.0-c are gone: publish it again.',
    )
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'A first look')
    fault.answer = undefined
    await userEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toasts.at(-1)?.message).toBe(`${third} is promoted to the QA cohort.`)
    expect(await pointer(api)).toMatchObject({ candidate: { release: third, step: 'qa' } })
    const history = await region('History')
    await within(history).findByText(`${third} promoted to the QA cohort.`)
    expect(history.textContent).toContain('A first look')
    expect(history.textContent).toContain('by Ruth Abelman')
    await press('Promote to the QA cohort and the remote’s own team')
  })

  it('reports that somebody else was faster, shows both pointers, and asks again', async () => {
    const api = await releasesApi()
    await open(api)
    await press('Promote a release')
    await giveReason()
    await promote(api, first, '50')
    await press(`Promote ${third} to the QA cohort`, await dialog())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`You saw: Everyone runs ${second}; there is no candidate.`)
    expect(alert.textContent).toContain(`${first} is tried by 50 % of everyone`)
    expect(await pointer(api)).toMatchObject({ candidate: { release: first } })
    expect((await dialog()).textContent).toContain(`It takes the place of the candidate ${first}`)
    await press(`Promote ${third} to the QA cohort`, await dialog())
    await waitFor(async () =>
      expect(await pointer(api)).toMatchObject({ candidate: { release: third } }),
    )
  })

  it('shows that a release was not tested on the current shell, and requires a confirmation', async () => {
    const before = await releasesApi({}, { ports: { shell } })
    const { store, blobs } = before.ports
    const api = await testApi({ ports: { store, blobs, shell: { ...shell, build: 'two' } } })
    await open(api)
    await press('Promote a release')
    const opened = await dialog()
    expect(opened.textContent).toContain('but the portal’s shell has changed since')
    await giveReason('It can’t wait')
    const verb = `Promote ${third} to the QA cohort`
    expect(within(opened).getByRole('button', { name: verb })).toHaveProperty('disabled', true)
    await userEvent.click(within(opened).getByRole('switch', { name: 'Promote it untested' }))
    await press(verb, opened)
    const history = await region('History')
    await within(history).findByText(/^Although: 1\.2\.0-c was last tested under another shell/)
  })

  it('warns weeks ahead that a team must act, and says until when', async () => {
    const before = await releasesApi({}, { ports: { shell } })
    await publish(before, '1.3.0-d', { shared: { '@portal/remote-kit/query': '^1.2.0' } })
    await promote(before, '1.3.0-d', '100')
    const { store, blobs } = before.ports
    const majors = { '@portal/remote-kit': { version: '1.9.0', until: '2027-11-30' } }
    const support = { months: 12, majors, deprecated: {} }
    const later = await testApi({ ports: { store, blobs, shell: { ...shell, support } } })
    await open(later)
    await screen.findByText('The team of meetings must act.')
    await screen.findByText(
      /^1\.3\.0-d uses @portal\/remote-kit 1, which this portal supports until .*November.* 2027: its team runs npx portal upgrade/,
    )
  })

  it('requires the gate runner’s verdict beyond the QA cohort, or an admin’s override', async () => {
    const api = await releasesApi({}, { ports: { shell } })
    const { queued } = gateRunnerOf(api)
    expect(await queued()).toEqual([first, second, third])
    await open(api)
    const row = (await screen.findByRole('rowheader', { name: third })).closest('tr')!
    await within(row).findByText('Waits for its trial')
    await press('Promote a release')
    const opened = await dialog()
    expect(opened.textContent).toMatch(/It has been waiting for the portal’s gate runner since /)
    const untested = () => within(opened).queryByRole('switch', { name: 'Promote it untested' })
    expect(untested()).toBeNull()
    await userEvent.selectOptions(within(opened).getByLabelText('For whom'), '10 % of everyone')
    expect(untested()).not.toBeNull()
    await giveReason('It can’t wait')
    const verb = `Promote ${third} to 10 % of everyone`
    expect(within(opened).getByRole('button', { name: verb })).toHaveProperty('disabled', true)
    await userEvent.click(untested()!)
    await press(verb, opened)
    await within(await region('History')).findByText(
      /^Although: The portal’s gate runner hasn’t tried 1\.2\.0-c under the portal’s shell yet/,
    )
  })

  it('needs no override once the gate runner has passed the release', async () => {
    const api = await releasesApi({}, { ports: { shell } })
    await gateRunnerOf(api).tryAll(() => [])
    await open(api)
    const row = (await screen.findByRole('rowheader', { name: third })).closest('tr')!
    await within(row).findByText('Passed its trial')
    await press('Promote a release')
    const opened = await dialog()
    expect(opened.textContent).toMatch(/Tried under this portal’s shell on .*: it passed\./)
    await userEvent.selectOptions(within(opened).getByLabelText('For whom'), 'everyone')
    expect(within(opened).queryByRole('switch', { name: 'Promote it untested' })).toBeNull()
    await giveReason()
    await press(`Promote ${third} to everyone`, opened)
    await waitFor(async () => expect(await pointer(api)).toMatchObject({ stable: third }))
  })

  it('shows the faults that the gate runner found, next to the team’s own report', async () => {
    const api = await releasesApi({}, { ports: { shell } })
    const faults = ['/meetings: it threw “No”', '/calendar: it renders without end']
    await gateRunnerOf(api).tryAll((release) => (release === first ? [] : faults))
    await open(api)
    const row = (await screen.findByRole('rowheader', { name: third })).closest('tr')!
    await within(row).findByText('Failed its trial')
    for (const fault of faults) within(row).getByText(fault)
    await press(`Promote ${third}`, row)
    const opened = await dialog()
    expect(opened.textContent).toMatch(/on .*: it failed\..*it threw “No”.*Its team reported on /)
    await userEvent.selectOptions(within(opened).getByLabelText('For whom'), 'everyone')
    within(opened).getByRole('switch', { name: 'Promote it although it failed' })
    // The stable release is in use.
    const notices = await screen.findByRole('list', { name: 'Notices about releases' })
    expect(notices.textContent).toContain(`${second} of meetings fails under this portal’s shell.`)
    expect(notices.textContent).toContain('The first fault: /meetings: it threw “No”.')
    expect(notices.textContent).not.toContain(third)
    await userEvent.keyboard('{Escape}')
    await press(`Dismiss meetings ${second}`)
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Notices about releases' })).toBeNull(),
    )
  })

  it('says that no gate runner is set up', async () => {
    const api = await releasesApi({}, { ports: { shell }, env: { GATE_RUNNER_KEY: '' } })
    await open(api)
    await screen.findByText(/^No gate runner is set up, so nobody tries releases/)
    await press('Promote a release')
    expect((await dialog()).textContent).toContain(
      'Nobody has tried it under this portal’s shell: no gate runner is set up.',
    )
  })
})

describe('going back', () => {
  it('rolls the stable release back to the last good one, and overrules objections on request', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    const { toasts } = await open(api)
    await press(`Roll back to ${first}`)
    const opened = await dialog()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await giveReason('It is slow')
    const collision = 'The path /minutes is claimed by meetings (1.0.0-a) and by minutes (1.0.0-a).'
    fault.answer = ({ url }) =>
      url.endsWith('/rollback') ? refusal(409, 'conflict', collision) : undefined
    expect(within(opened).queryByRole('switch')).toBeNull()
    await press(`Roll back to ${first}`, opened)
    expect((await screen.findByRole('alert')).textContent).toBe(collision)
    let sent: unknown
    fault.answer = async (request) => {
      if (request.url.endsWith('/rollback')) sent = await request.clone().json()
      return undefined
    }
    await userEvent.click(
      within(opened).getByRole('switch', { name: `Roll back to ${first} anyway` }),
    )
    await press(`Roll back to ${first}`, opened)
    await waitFor(async () => expect(await pointer(api)).toMatchObject({ stable: first }))
    expect(sent).toMatchObject({ channel: 'stable', anyway: true })
    await waitFor(() => expect(toasts.at(-1)?.message).toBe(`Rolled back to ${first}.`))
  })

  it('takes a candidate back', async () => {
    const api = await releasesApi()
    await promote(api, third, '50')
    await open(api)
    await press('Take the candidate back')
    await giveReason()
    await press(`Take ${third} back`, await dialog())
    await waitFor(async () => expect((await pointer(api)).candidate).toBeUndefined())
    expect((await pointer(api)).denied).toEqual([])
  })

  it('denies a release permanently, and names what replaces it', async () => {
    const api = await releasesApi()
    await open(api)
    const row = (await screen.findByRole('rowheader', { name: second })).closest('tr')!
    await press(`Deny ${second}`, row)
    const opened = await dialog()
    expect(opened.textContent).toContain(`${first} runs for everyone in its place,`)
    await giveReason('It leaks')
    await press(`Deny ${second}`, opened)
    await waitFor(async () =>
      expect(await pointer(api)).toMatchObject({ stable: first, denied: [second] }),
    )
    await waitFor(() => expect(row.textContent).toContain('Denied'))
    expect(within(row).queryByRole('button')).toBeNull()
  })
})

describe('how releases do', () => {
  it('shows in words how releases do, and as a table next to the bars', async () => {
    const api = await releasesApi()
    await report(api, 'member', second, 'good')
    await report(api, 'staff', second, 'failed')
    await open(api)
    const section = await region('How it does')
    await within(section).findByText('Failed in 1 of 2 sessions, of 1 person.')
    expect(
      within(section).getByRole('img', {
        name: `${second}, last week: Failed in 1 of 2 sessions, of 1 person.`,
      }),
    ).toBeDefined()
    await userEvent.click(within(section).getByText(`The numbers of ${second}`))
    const table = within(section).getByRole('table', { name: `Sessions of ${second}` })
    const cells = within(table).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['1', '1'])
  })

  it('shows the evaluation of the candidate', async () => {
    const api = await releasesApi()
    const cohort = { qa: [testPeople.admin.email], team: [] }
    await api.call('admin')(saveCohorts, { params, body: cohort, revision: 'new' })
    await promote(api, third, 'qa')
    for (let n = 0; n < 3; n++) await report(api, 'admin', third, 'failed')
    await open(api)
    const section = await region('How it does')
    await within(section).findByText(/It failed in 3 of 3 sessions, all of one person/)
  })

  it('shows on the dashboard and here what was denied, until it is dismissed', async () => {
    const api = await releasesApi()
    const people = [testPeople.admin, testPeople.staff, testPeople.member]
    const cohort = { qa: people.map(({ email }) => email), team: [] }
    await api.call('admin')(saveCohorts, { params, body: cohort, revision: 'new' })
    await promote(api, third, 'qa')
    for (const who of ['admin', 'staff', 'member'] as const) {
      await report(api, who, third, 'failed')
      await report(api, who, second, 'good')
    }
    const { location } = await open(api, '/admin')
    const notices = await screen.findByRole('list', { name: 'Notices about releases' })
    expect(notices.textContent).toContain(`The portal has denied ${third} of meetings`)
    expect(notices.textContent).toContain('It failed in 3 of 3 sessions, of 3 people')
    await userEvent.click(within(notices).getByRole('link', { name: /See the releases/ }))
    await region('Who runs what of meetings')
    expect(location()).toBe('/admin/releases?remote=meetings')
    expect((await region('History')).textContent).toContain('by the portal, by its health')
    await press(`Dismiss meetings ${third}`)
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Notices about releases' })).toBeNull(),
    )
  })
})

describe('the lists', () => {
  const rows = async (table: string) => {
    const found = within(await screen.findByRole('table', { name: table }))
    return found.getAllByRole('rowheader').map(({ textContent }) => textContent)
  }

  it('searches the releases by what the list shows, sorts them, and keeps both in the URL', async () => {
    const { location } = await open(await releasesApi())
    expect(await rows('Releases of meetings')).toEqual([third, second, first])
    const search = screen.getByLabelText(/^Search by release/)
    await fill(search, 'good')
    await waitFor(async () => expect(await rows('Releases of meetings')).toEqual([first]))
    await fill(search, ' nonsense')
    expect(await screen.findByText('No release matches. Try fewer letters.')).toBeDefined()
    await userEvent.clear(search)
    const table = screen.getByRole('table', { name: 'Releases of meetings' })
    await press('Release', table)
    await waitFor(async () =>
      expect(await rows('Releases of meetings')).toEqual([first, second, third]),
    )
    expect(location()).toBe('/admin/releases?remote=meetings&sort=release')
  })

  it('searches and sorts the tokens next to it', async () => {
    const api = await releasesApi()
    for (const name of ['zeta ci', 'agenda ci']) {
      await api.call('admin')(createReleaseToken, { body: { name, remote: 'meetings' } })
    }
    await open(api, `${path}&q=1.0.0&token-sort=-name`)
    expect(await rows('Release tokens')).toEqual(['zeta ci', 'agenda ci'])
    await fill(screen.getByLabelText(/^Search by token/), 'agenda')
    await waitFor(async () => expect(await rows('Release tokens')).toEqual(['agenda ci']))
    expect(await rows('Releases of meetings')).toEqual([first])
  })

  it('shows the history back to its first entry, and links to the audit, which searches it', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    for (let n = 0; n < 12; n += 1) await promote(api, n % 2 === 0 ? third : first, 'qa')
    await open(api)
    const history = await region('History')
    const entries = () => within(history).queryAllByRole('listitem')
    await waitFor(() => expect(entries()).toHaveLength(10))
    fault.answer = ({ url }) =>
      url.includes('before=') ? new Response('', { status: 503 }) : undefined
    await press('Show older entries', history)
    await within(history).findByRole('alert')
    expect(entries()).toHaveLength(10)
    fault.answer = undefined
    await press('Try Again', history)
    await waitFor(() => expect(entries()).toHaveLength(14))
    expect(entries().at(-1)!.textContent).toContain(first)
    expect(within(history).queryByRole('button')).toBeNull()
    const link = within(history).getByRole('link', { name: /Search it in the audit/ })
    expect(link.getAttribute('href')).toBe('/admin/audit?subject=meetings')
  })
})

describe('the cohorts', () => {
  it('edits a cohort with one address per line, and refuses what isn’t one', async () => {
    const api = await releasesApi()
    const { toasts } = await open(api)
    await press('Edit cohorts')
    const qa = await screen.findByLabelText('QA cohort')
    await fill(qa, 'Wei.Chen@larkspur.example\nnobody')
    await press('Save cohorts', await dialog())
    expect((await screen.findByRole('alert')).textContent).toBe(
      '“nobody” is not an e-mail address.',
    )
    await fill(qa, '@larkspur.example')
    await press('Save cohorts', await dialog())
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('The cohorts of meetings are saved.'))
    expect(await api.call('admin')(getCohorts, { params })).toMatchObject({
      qa: ['nobody@larkspur.example', 'wei.chen@larkspur.example'],
      team: [],
    })
    expect((await region('Who tries candidates first')).textContent).toContain(
      'wei.chen@larkspur.example',
    )
  })

  it('shows what somebody else has saved next to what was typed', async () => {
    const api = await releasesApi()
    await open(api)
    await press('Edit cohorts')
    await fill(await screen.findByLabelText('QA cohort'), 'mine@larkspur.example')
    const theirs = { qa: ['theirs@larkspur.example'], team: [] }
    await api.call('admin')(saveCohorts, { params, body: theirs, revision: 'new' })
    await press('Save cohorts', await dialog())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Theirs: theirs@larkspur.example')
    expect(alert.textContent).toContain('Yours: mine@larkspur.example')
    await press('Save cohorts', await dialog())
    await waitFor(async () =>
      expect(await api.call('admin')(getCohorts, { params })).toMatchObject({
        qa: ['mine@larkspur.example'],
      }),
    )
  })
})

describe('release tokens', () => {
  it('explains why a token can’t be created, shows its secret once, to be copied, and revokes it', async () => {
    const api = await releasesApi()
    await open(api)
    await press('Create token')
    const name = await screen.findByLabelText('Name')
    await fill(name, 'a  b')
    await fill(screen.getByLabelText('Part of the portal'), 'meetings')
    await press('Create token', await dialog())
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(name).toHaveProperty('value', 'a  b')
    await userEvent.clear(name)
    await fill(name, 'meetings ci')
    await press('Create token', await dialog())
    const secret = await screen.findByLabelText<HTMLInputElement>('Secret')
    expect(secret.value).toMatch(/^portal_release_/)
    // Where the browser has no clipboard to write to, it is copied by an older command.
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No'))
    const copied: string[] = []
    document.execCommand = () => {
      copied.push((document.activeElement as HTMLTextAreaElement).value)
      return true
    }
    await press('Copy secret')
    expect(await screen.findByText('Copied.')).toBeDefined()
    expect(copied).toEqual([secret.value])
    write.mockRestore()
    await press('Copy secret')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(secret.value))
    await press('I have stored it')
    expect(screen.queryByDisplayValue(/^portal_release_/)).toBeNull()
    await press('Revoke meetings ci')
    const opened = await screen.findByRole('alertdialog')
    await press('Revoke meetings ci', opened)
    await screen.findByText('Revoked')
    const { tokens } = await api.call('admin')(listReleaseTokens)
    expect(tokens[0]?.revokedBy).toBe(testPeople.admin.email)
  })
})

describe('trusted pipelines', () => {
  const fillIn = async (label: string | RegExp, text: string) => {
    const field = within(await dialog()).getByLabelText(label)
    await userEvent.clear(field)
    await fill(field, text)
  }

  it('shows what is wrong and keeps the form, pins a pipeline to a repository and a branch, lists it and removes it', async () => {
    const fault: Fault = {}
    const api = await releasesApi(fault)
    const { toasts } = await open(api)
    await press('Trust a pipeline')
    await fillIn('Name', 'agenda main')
    await fillIn('Part of the portal', 'agenda')
    await fillIn('Repository', 'mf-agenda')
    await fillIn('Branch or tag', 'main')
    await press('Trust pipeline', await dialog())
    const opened = await dialog()
    for (const [label, sentence] of [
      ['Repository', 'The form owner/name'],
      ['Repository number', 'Digits only'],
      ['Branch or tag', 'The form refs/heads/main'],
    ] as const) {
      const field = within(opened).getByLabelText(label)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(within(opened).getByText(sentence)).toBeDefined()
    }
    await fillIn('Repository', ' larkspur/mf-agenda ')
    await fillIn('Repository number', '4711')
    await fillIn('Branch or tag', 'refs/heads/main')
    await fillIn(/^Workflow file/, 'release.yml')
    fault.answer = ({ method }) =>
      method === 'POST' ? refusal(409, 'conflict', 'A pipeline has this name.') : undefined
    await press('Trust pipeline', await dialog())
    await within(opened).findByText(/A pipeline has this name\./)
    fault.answer = undefined
    await press('Trust pipeline', await dialog())
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('The pipeline agenda main is trusted.'))
    const { pipelines } = await api.call('admin')(listTrustedPipelines)
    expect(pipelines).toEqual([
      {
        id: expect.any(String),
        name: 'agenda main',
        remote: 'agenda',
        issuer: 'https://token.actions.githubusercontent.com',
        audience: window.location.origin,
        repository: 'larkspur/mf-agenda',
        repositoryId: '4711',
        ref: 'refs/heads/main',
        workflow: 'release.yml',
        createdAt: expect.any(String),
        createdBy: testPeople.admin.email,
      },
    ])
    const row = (await screen.findByRole('rowheader', { name: 'agenda main' })).closest('tr')!
    expect(row.textContent).toContain('larkspur/mf-agenda at main')
    expect(row.textContent).toContain('Repository 4711, release.yml')
    expect(screen.getByRole('tab', { name: 'agenda' })).toBeDefined()
    await press('Remove agenda main')
    await press('Remove agenda main', await screen.findByRole('alertdialog'))
    await screen.findByText('No trusted pipelines yet')
    expect((await api.call('admin')(listTrustedPipelines)).pipelines).toEqual([])
  })

  it('searches pipelines by their repository, and sorts them by name', async () => {
    const api = await releasesApi()
    const pinned = {
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'https://portal.example.org',
      repositoryId: '4711',
      ref: 'refs/tags/v1',
      environment: 'production',
    }
    for (const remote of ['meetings', 'agenda', 'directory']) {
      const body = { name: `${remote} main`, remote, repository: `larkspur/mf-${remote}` }
      await api.call('admin')(trustPipeline, { body: { ...pinned, ...body } })
    }
    await open(api)
    const table = await screen.findByRole('table', { name: 'Trusted pipelines' })
    const names = () =>
      within(table)
        .getAllByRole('rowheader')
        .map((element) => element.textContent)
    await press('Pipeline', table)
    expect(names()).toEqual(['agenda main', 'directory main', 'meetings main'])
    expect(table.textContent).toContain('at v1')
    expect(table.textContent).toContain('any workflow, environment production')
    await fill(screen.getByLabelText(/^Search by pipeline/), 'mf-dir')
    await waitFor(() => expect(names()).toEqual(['directory main']))
  })
})

describe('what somebody runs', () => {
  it('looks up a person’s releases by e-mail, with a link to a replay', async () => {
    const api = await releasesApi()
    const { location } = await open(api)
    await fill(await screen.findByLabelText('E-mail address'), 'Maria.Lopez@larkspur.example')
    await press('Look up')
    const section = await region('What somebody runs')
    const link = await within(section).findByRole('link', { name: /Replay this composition/ })
    expect(link.getAttribute('href')).toBe(
      `/?composition=${encodeURIComponent(`meetings@${second}_${first}`)}`,
    )
    expect(section.textContent).toContain('Maria Lopez')
    expect(location()).toContain('email=maria.lopez')
  })

  it('reports that nobody has the address', async () => {
    await open(await releasesApi(), `${path}&email=nobody@larkspur.example`)
    await screen.findByText(/Nobody has an account with the e-mail address nobody@/)
  })
})
