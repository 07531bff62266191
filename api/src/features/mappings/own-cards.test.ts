import {
  listMappings,
  type MappingChange,
  removeCard,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const id = 'governance-gift-acceptance'
let time = Date.parse('2026-11-20T18:00:00Z')
let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date((time += 1000)) })
  await api.putPaper('paper')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const save = (body: MappingChange, revision: number | 'new' = 'new', card = id) =>
  admin()(saveMapping, { params: { id: card }, body, revision })
const remove = (revision: number | 'new', card = id) =>
  admin()(removeCard, { params: { id: card }, revision })

it('adds a card by its name, and shows it to members once it holds something', async () => {
  const card = await save({ title: 'Gift Acceptance', icon: 'handshake', order: 1 })
  expect(card).toMatchObject({ id, title: 'Gift Acceptance', icon: 'handshake', order: 1 })
  expect(await api.call('member')(listMappings)).toEqual({})
  await save({ documentId: 'paper' }, card.revision)
  expect(await api.call('member')(listMappings)).toMatchObject({
    [id]: { title: 'Gift Acceptance', icon: 'handshake', order: 1, policyType: 'gift-acceptance' },
  })
})

it('finds no card that nobody has added', async () => {
  await expect(save({ documentId: 'paper' })).rejects.toMatchObject({ status: 404 })
})

it('refuses a card without a name, and an icon of another slot', async () => {
  await expect(save({ title: ' ' })).rejects.toMatchObject({ message: 'A card needs a name.' })
  await expect(save({ icon: 'book' }, 'new', 'governance-bylaws')).rejects.toMatchObject({
    message: 'Only a card of your own has an icon to choose.',
  })
})

it('refuses more cards than fit', async () => {
  for (let each = 0; each < 40; each += 1) {
    await save({ title: `Policy ${each}` }, 'new', `governance-policy-${each}`)
  }
  await expect(save({ title: 'One more' })).rejects.toMatchObject({
    message: 'There are 40 cards of your own here, and no more fit.',
  })
  await save({ title: 'A resource' }, 'new', 'communications-resource')
})

it('removes an empty card only, at its revision, however often it is asked to', async () => {
  const { revision } = await save({ title: 'Gift Acceptance', order: 1 })
  const filled = await save({ documentId: 'paper' }, revision)
  await expect(remove(filled.revision)).rejects.toMatchObject({
    message: 'This card still shows something. Unmap it first.',
  })
  const emptied = await admin()(unmapSlot, { params: { id }, revision: filled.revision })
  await expect(remove(filled.revision)).rejects.toMatchObject({
    status: 412,
    currentBy: testPeople.admin.email,
  })
  expect(await remove(emptied.revision)).toEqual({ id })
  expect(await remove(emptied.revision)).toEqual({ id })
  expect(await admin()(listMappings)).toEqual({})
})

it('doesn’t take a save of a removed card for one of a card with its name that came later', async () => {
  const first = await save({ title: 'Gift Acceptance' })
  await remove(first.revision)
  const second = await save({ title: 'Gifts' })
  expect(second.revision).toBeGreaterThan(first.revision)
  await expect(save({ order: 2 }, first.revision)).rejects.toMatchObject({ status: 412 })
})

it('removes none of the specification’s cards', async () => {
  await save({ title: 'Our bylaws' }, 'new', 'governance-bylaws')
  await expect(remove(1, 'governance-bylaws')).rejects.toMatchObject({ status: 404 })
})
