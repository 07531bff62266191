import { listAgendas } from '@portal/contract/agendas'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

async function open(fault: Fault = {}, timeZone = 'America/New_York') {
  const api = await faultyApi(fault, { now: () => new Date('2026-11-27T09:00:00Z') })
  const settings = { domain: 'larkspur.example', defaultAdminEmail: 'a@larkspur.example' }
  await api.ports.store.create('started_with', 'settings', { ...settings, timeZone })
  const agenda = { title: 'Winter', date: '2026-12-10', time: '15:00', endTime: '17:00' }
  await api.ports.store.create('agendas', '2026-Q4', agenda)
  await renderRemote(admin, { path: '/admin', as: 'admin', api })
  await screen.findByRole('region', { name: 'Readiness' })
  return { time: async () => (await api.call('admin')(listAgendas))[0]!.time }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const notice = () => screen.queryByText(/^The time zone was/)

it('names the agendas that a new time zone has moved, and keeps their local times', async () => {
  const { time } = await open()
  const item = await screen.findByText(/^Winter/)
  expect(item.textContent).toBe(
    'Winter, Thursday 10 December, 3:00 PM; to keep the moment it would be 12:00 PM',
  )
  await press('Keep local times')
  await expect.poll(notice).toBeNull()
  expect(await time()).toBe('15:00')
})

it('changes the times so that the moments stay', async () => {
  const { time } = await open()
  await press('Keep the moments')
  await expect.poll(notice).toBeNull()
  expect(await time()).toBe('12:00')
})

it('says why the choice could not be saved, and isn’t shown without a change', async () => {
  const sentence = 'The database can’t be reached.'
  const fault: Fault = {
    answer: ({ method }) => (method === 'POST' ? refusal(503, 'unavailable', sentence) : undefined),
  }
  await open(fault)
  await press('Keep the moments')
  await screen.findByText(sentence)
})
