import type { ResourceMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { paperNews } from './since-last-visit.tsx'

const lastVisit = '2026-11-10T09:00:00.000Z'
const before = '2026-11-01T09:00:00.000Z'
const after = '2026-11-12T09:00:00.000Z'

const budget = 'meeting-2026-q4-budget-update'
const bylaws = 'governance-bylaws'

function mapping(
  id: string,
  { modified = before, ...others }: { modified?: string } & Partial<ResourceMapping>,
): ResourceMapping {
  const document = { id, name: `${id}.pdf`, mimeType: 'application/pdf', modifiedTime: modified }
  return { id, documentId: id, document, active: true, updatedAt: before, revision: 1, ...others }
}

const newsOf = (...mappings: ResourceMapping[]) =>
  paperNews(Object.fromEntries(mappings.map((entry) => [entry.id, entry])), lastVisit)

it('calls a paper new if its slot has shown it since the last visit', () => {
  expect(newsOf(mapping(budget, { shownSince: after }))).toMatchObject([
    { name: 'Budget Update', what: 'new', at: after },
  ])
})

it('calls a paper changed if it was shown before, and changed since the last visit', () => {
  const changed = mapping(budget, { shownSince: before, modified: after, title: ' Budget ' })
  expect(newsOf(changed)).toMatchObject([{ name: 'Budget', what: 'changed', at: after }])
})

it('calls a paper changed if it isn’t known how long it has been shown', () => {
  expect(newsOf(mapping(budget, { modified: after }))).toMatchObject([{ what: 'changed' }])
})

it('leaves out what is neither new nor changed, inactive or without content', () => {
  const { document: _, ...empty } = mapping(bylaws, { shownSince: after })
  expect(
    newsOf(
      mapping(budget, { shownSince: before }),
      mapping('communications-spenddown-talking-points', { shownSince: after, active: false }),
      empty,
    ),
  ).toEqual([])
})

it('dates a native agenda by its own times', () => {
  const { document: _, ...agenda } = mapping('meeting-2026-q4-agenda', { mode: 'native' })
  const published = { ...agenda, shownSince: before, modifiedTime: after }
  expect(newsOf(published)).toMatchObject([{ kind: 'agenda', what: 'changed', at: after }])
})

it('leaves out a native agenda that isn’t published', () => {
  const { document: _, ...agenda } = mapping('meeting-2026-q4-agenda', { mode: 'native' })
  expect(newsOf({ ...agenda, shownSince: after })).toEqual([])
})

it('puts the latest first, and sorts by name what has the same time', () => {
  const at = (time: string, id: string) => mapping(id, { shownSince: time })
  const latest = '2026-11-14T09:00:00.000Z'
  const names = newsOf(
    at(after, budget),
    at(latest, 'meeting-2026-q4-asset-summary'),
    at(after, bylaws),
  ).map(({ name }) => name)
  expect(names).toEqual(['Asset Summary', 'Budget Update', 'Bylaws'])
})

it('lists every paper with a known time on the first visit', () => {
  const mappings = { [budget]: mapping(budget, {}), [bylaws]: mapping(bylaws, { modified: after }) }
  expect(paperNews(mappings).map(({ name }) => name)).toEqual(['Bylaws', 'Budget Update'])
})
