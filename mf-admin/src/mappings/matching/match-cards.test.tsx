import { listMappings } from '@portal/contract/mappings'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import type { Fault } from '../../shared/api-fault-fixture.ts'
import { driveFile, fixtureDrive, mappingsApi, screenPath } from '../../shared/mappings-fixture.ts'

const governance = '/admin/meetings/resource-mappings?tab=governance'

type Api = Awaited<ReturnType<typeof mappingsApi>>

async function open(
  names: string[],
  path = governance,
  before?: (api: Api) => Promise<unknown>,
  fault: Fault = {},
) {
  const api = await mappingsApi(fixtureDrive(...names), fault)
  await before?.(api)
  const { toasts, location } = await renderRemote(admin, { path, as: 'admin', api })
  const section = await screen.findByRole('region', { name: 'Match papers' })
  return {
    api,
    section,
    toasts,
    location,
    mapped: async () => {
      const all = Object.values(await api.call('admin')(listMappings))
      return Object.fromEntries(all.map(({ id, documentId }) => [id, documentId]))
    },
  }
}
const idOf = (name: string) => driveFile(name).id
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('maps papers to the cards that they are named after, with one press that can be undone', async () => {
  const names = ['Bylaws 2026 (amended).txt', 'Gift Acceptance.txt', 'Cash flow Q3.txt']
  const { toasts, mapped } = await open(names, governance, (api) =>
    api.save('governance-gifts', { title: 'Gift Acceptance Policy', order: 1 }),
  )
  await userEvent.click(button('Map 2 papers'))
  await expect.poll(() => toasts.map(({ message }) => message)).toContain('Mapped 2 papers')
  expect(await mapped()).toEqual({
    'governance-bylaws': idOf(names[0]!),
    'governance-gifts': idOf(names[1]!),
  })
  await screen.findByText('No other paper is named after a card.')
  await expect.poll(() => document.activeElement?.textContent).toBe('Match papers')
  toasts.at(-1)!.options!.action!.onSelect()
  await expect
    .poll(() => mapped())
    .toEqual({
      'governance-bylaws': undefined,
      'governance-gifts': undefined,
    })
})

it('replaces what a card shows only once its paper is checked', async () => {
  const { section, mapped } = await open(['Bylaws.txt'], governance, (api) =>
    api.save('governance-bylaws', { embedUrl: 'https://example.org/bylaws' }),
  )
  expect(within(section).getByText('Replaces: https://example.org/bylaws')).toBeDefined()
  expect(button('Map 0 papers').disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bylaws Bylaws.txt' }))
  await userEvent.click(button('Map 1 paper'))
  await expect.poll(() => mapped()).toEqual({ 'governance-bylaws': idOf('Bylaws.txt') })
})

it('names who has changed a card first, and maps nothing to it', async () => {
  const fault: Fault = {}
  const { api } = await open(['Bylaws.txt'], governance, undefined, fault)
  fault.answer = async ({ method, url }) => {
    if (method !== 'PUT' || !url.includes('/governance-bylaws')) return undefined
    fault.answer = undefined
    await api.save('governance-bylaws', { embedUrl: 'https://example.org/bylaws' })
    return undefined
  }
  await userEvent.click(button('Map 1 paper'))
  const sentence =
    /“.?Bylaws\.txt.?” was not mapped\. .?Ruth Abelman.? changed the card meanwhile\./
  expect(await screen.findByText(sentence)).toBeDefined()
})

it('leads from the meetings’ tab to the tab of the card that a paper is named after', async () => {
  const { section, location } = await open(['Bylaws.txt', 'Break Fake Rules.txt'], screenPath)
  expect(within(section).getByText(/^1 paper has the name of a policy\./)).toBeDefined()
  expect(
    within(section).getByText(/^1 paper has the name of a communications resource\./),
  ).toBeDefined()
  const [toPolicies] = within(section).getAllByRole('link', { name: 'Match it on its tab' })
  await userEvent.click(toPolicies!)
  expect(location()).toContain('tab=governance')
  expect(await screen.findByRole('checkbox', { name: 'Bylaws Bylaws.txt' })).toBeDefined()
})
