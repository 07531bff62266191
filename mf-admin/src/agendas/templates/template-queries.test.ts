import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import { expect, it } from 'vitest'
import { emptyDraft, newItem } from '../draft/agenda-draft.ts'
import { openItems, templatesFor } from './template-queries.ts'

const template = (id: string, body?: string): AgendaTemplate => ({
  id,
  name: id,
  items: [],
  updatedAt: '',
  revision: 1,
  ...(body === undefined ? {} : { body }),
})

it('offers each body its own templates, and the board those without a body', () => {
  const all = [template('regular'), template('budget', 'finance')]
  const ids = (of: AgendaTemplate[]) => of.map(({ id }) => id)
  expect(ids(templatesFor(all, { year: 2026, quarter: 4 }))).toEqual(['regular'])
  expect(ids(templatesFor(all, { meeting: '2026-11-12-finance' }))).toEqual(['budget'])
  expect(ids(templatesFor(all, { meeting: '2026-11-12-board' }))).toEqual(['regular'])
  expect(ids(templatesFor(all, undefined))).toEqual(['regular'])
})

it('keeps closed items out of templates', () => {
  const pay = { ...newItem('pay', 'Pay'), audience: { who: 'voting' as const } }
  const shut = { ...newItem('shut', 'Closed session'), closed: true }
  const draft = { ...emptyDraft, items: [newItem('open', 'Welcome'), pay, shut] }
  expect(openItems(draft).map(({ id }) => id)).toEqual(['open'])
})
