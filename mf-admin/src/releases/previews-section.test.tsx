import { testPeople, type TestApi } from '@portal/api/testing'
import { listPreviews, startPreview } from '@portal/contract/previews'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { releasesApi, second, third } from './releases-fixture.ts'

const params = { remote: 'meetings' }
const open = async (api: TestApi) => {
  const at = { path: '/admin/releases?remote=meetings', as: 'admin', api } as const
  const { toasts } = await renderRemote(admin, at)
  return { toasts, section: await screen.findByRole('region', { name: 'Previews' }) }
}
const press = async (name: string, inside: HTMLElement) =>
  userEvent.click(await within(inside).findByRole('button', { name }))
const previews = async (api: TestApi) =>
  (await api.call('admin')(listPreviews, { params })).previews

async function previewedApi(fault: Fault = {}) {
  const api = await releasesApi(fault, { now: () => new Date('2026-11-22T09:30:00Z') })
  await api.call('admin')(startPreview, {
    params: { ...params, id: 'a'.repeat(64) },
    body: { release: third, people: [testPeople.member.email, 'ana@partner.example'] },
  })
  return api
}

it('lists who may run which release until when, who started that, and how it compares', async () => {
  const { section } = await open(await previewedApi())
  const row = (await within(section).findByRole('rowheader', { name: third })).closest('tr')!
  const text = row.textContent.replaceAll('\u202f', ' ')
  expect(text).toContain('ana@partner.example')
  expect(text).toContain(testPeople.member.email)
  expect(text).toContain('29 November 2026, 1:30 AM')
  expect(text).toContain('started 22 November 2026, 1:30 AM by Ruth Abelman')
  expect(text).toContain(`As large as ${second}, which runs now.`)
})

it('ends a preview once that is confirmed', async () => {
  const api = await previewedApi()
  const { section, toasts } = await open(api)
  await press(`End preview of ${third}`, section)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(`can’t run ${third} by this link any more`)
  expect(await previews(api)).toHaveLength(1)
  await press('End preview', dialog)
  expect(await within(section).findByText('No preview runs.')).toBeDefined()
  expect(toasts.at(-1)?.message).toBe(`The preview of ${third} is ended.`)
  expect(await previews(api)).toEqual([])
})

it('says why a preview couldn’t be ended, and keeps it', async () => {
  const fault: Fault = {}
  const api = await previewedApi(fault)
  const { section } = await open(api)
  await press(`End preview of ${third}`, section)
  const sentence = 'The database can’t be reached: try again in a moment.'
  fault.answer = ({ method }) =>
    method === 'DELETE' ? refusal(503, 'unavailable', sentence) : undefined
  const dialog = await screen.findByRole('alertdialog')
  await press('End preview', dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toContain(sentence)
  delete fault.answer
  expect(await previews(api)).toHaveLength(1)
})
