import type { TestApi } from '@portal/api/testing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { getRemoteSettings, saveRemoteSettings } from '@portal/contract/remote-settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fill } from '../../shared/fill-fixture.ts'
import { promote, publish, releasesApi } from '../releases-fixture.ts'
import { dialog, open, params, press, region } from '../releases-screen-fixture.ts'

const text = { type: 'string', maxLength: 20 }
const settings: NonNullable<ReleaseManifest['settings']> = [
  { name: 'photos', label: 'Photos', schema: { type: 'boolean' }, default: true },
  {
    name: 'greeting',
    label: 'Greeting',
    description: 'Above the list.',
    schema: text,
    default: 'Welcome',
    team: true,
  },
  {
    name: 'entries',
    label: 'Entries',
    schema: { type: 'integer', minimum: 1, maximum: 20 },
    default: 3,
  },
  {
    name: 'layout',
    label: 'Layout',
    schema: { type: 'string', enum: ['list', 'grid'] },
    default: 'list',
  },
  {
    name: 'topics',
    label: 'Topics',
    schema: { type: 'array', items: text, maxItems: 3 },
    default: [],
  },
  { name: 'pictures', label: 'Pictures', schema: { type: 'boolean' }, default: false, flag: true },
]

async function withSettings() {
  const api = await releasesApi()
  await publish(api, '1.3.0-d', { settings })
  await promote(api, '1.3.0-d', '100')
  return api
}

const edit = async (api: TestApi) => {
  const { toasts } = await open(api)
  await press('Edit the settings', await region('Settings'))
  return { toasts, form: await dialog() }
}
const replace = async (label: string, given: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await fill(field, given)
}
const save = () => press('Save the settings')
const saved = (api: TestApi) => api.call('admin')(getRemoteSettings, { params })

it('shows that a release has no settings', async () => {
  await open(await releasesApi())
  const section = await region('Settings')
  expect(await within(section).findByText('The running release has no settings.')).toBeDefined()
  expect(within(section).queryByRole('button')).toBeNull()
})

it('makes a field for each setting, shows why a value is refused, saves what was changed, and shows it with its default', async () => {
  const api = await withSettings()
  const { form, toasts } = await edit(api)
  expect(form.textContent).toContain('never enter a password or a key')
  await userEvent.click(within(form).getByRole('switch', { name: 'Photos' }))
  await replace('Greeting', 'Hello')
  await replace('Entries', '50')
  expect(within(form).getByRole('alert').textContent).toBe('A whole number from 1 to 20')
  expect(within(form).getByRole('button', { name: 'Save the settings' })).toHaveProperty(
    'disabled',
    true,
  )
  await userEvent.click(within(form).getByRole('button', { name: 'Back to the default: Entries' }))
  expect(within(form).queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(within(form).getByLabelText('Entries'))
  await replace('Entries', '5')
  await userEvent.selectOptions(within(form).getByLabelText('Layout'), 'grid')
  await userEvent.type(within(form).getByLabelText('Topics'), 'art{Enter}music{Enter}')
  const flag = within(form).getByRole('group', { name: 'Pictures' })
  await replace('Share of all people, in percent', '10')
  await userEvent.click(within(flag).getByRole('switch', { name: 'The QA cohort' }))
  await save()
  await waitFor(() => expect(toasts.at(-1)?.message).toBe('The settings of meetings are saved.'))
  expect((await saved(api)).values).toEqual({
    photos: false,
    greeting: 'Hello',
    entries: 5,
    layout: 'grid',
    topics: ['art', 'music'],
    pictures: { share: 10, cohorts: ['qa'] },
  })
  const section = await region('Settings')
  expect(section.textContent).toContain('GreetingHelloDefault: Welcome. Its team can set it too')
  expect(section.textContent).toContain('PicturesOn for 10 % of all people and the QA cohort')
})

it('gives a setting back its default, and leaves the others as they are', async () => {
  const api = await withSettings()
  const values = { greeting: 'Hello', entries: 5, pictures: true }
  await api.call('admin')(saveRemoteSettings, { params, body: { values }, revision: 'new' })
  const { form } = await edit(api)
  expect(within(form).getByLabelText('Share of all people, in percent')).toHaveProperty(
    'value',
    '100',
  )
  await userEvent.click(within(form).getByRole('button', { name: 'Back to the default: Entries' }))
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await saved(api)).values).toEqual({ greeting: 'Hello', pictures: true })
})

it('keeps what another admin has saved meanwhile, except the same setting once that was seen', async () => {
  const api = await withSettings()
  const { form } = await edit(api)
  await replace('Entries', '5')
  await userEvent.selectOptions(within(form).getByLabelText('Layout'), 'grid')
  const values = { greeting: 'Hi', entries: 7 }
  await api.call('admin')(saveRemoteSettings, { params, body: { values }, revision: 'new' })
  await save()
  const notice = await within(form).findByRole('alert')
  expect(notice.textContent).toContain('has saved settings meanwhile.')
  expect(notice.textContent).toMatch(/keeps theirs, except these\.EntriesTheirs: 7Yours: 5$/)
  expect((await saved(api)).values).toEqual(values)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await saved(api)).values).toEqual({ greeting: 'Hi', entries: 5, layout: 'grid' })
})
