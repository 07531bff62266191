import type { PaperChanges } from '@portal/contract/paper-versions'
import { expect, it } from 'vitest'
import { viewerChanges } from './use-paper-changes.ts'

const changes: PaperChanges = {
  from: 1,
  to: 2,
  state: 'compared',
  pages: [
    { page: 1, was: 1, verdict: 'changed' },
    { page: 2, verdict: 'added' },
    { page: 3, was: 3, verdict: 'looksDifferent' },
    { page: 4, was: 4, verdict: 'looksSame' },
  ],
  removedPages: [2, 5],
  passages: [
    {
      kind: 'changed',
      before: [{ page: 1, from: 3, to: 8 }],
      after: [{ page: 1, from: 3, to: 9 }],
      beforeText: '4,200',
      afterText: '4,350',
    },
  ],
  changedShare: 0.1,
  summary: '1 passage changed, on page 1',
}

it('lists passages and pages in paper order', () => {
  const shown = viewerChanges(changes)
  expect(shown.summary).toBe('1 passage changed, on page 1.')
  expect(shown.changes.map(({ kind, page }) => `${kind} ${page}`)).toEqual([
    'changed 1',
    'pageAdded 2',
    'looksDifferent 3',
    'pagesRemoved 3',
    'pagesRemoved 4',
  ])
  expect(shown.changes[0]).toMatchObject({
    ranges: [{ page: 1, from: 3, to: 9 }],
    before: '4,200',
    after: '4,350',
  })
})

it('begins with the statement that most of a paper is new', () => {
  const { summary } = viewerChanges({ ...changes, changedShare: 0.8 })
  expect(summary).toBe('Most of this paper is new: 1 passage changed, on page 1.')
})

it('gives the reason why two versions can’t be compared', () => {
  const reason = 'Version 1 is protected with a password, so it can’t be compared.'
  const unreadable = { ...changes, state: 'unreadable' as const, reason }
  expect(viewerChanges(unreadable)).toEqual({
    summary: reason,
    changes: [],
  })
})

it('marks whole pages when two quarters’ papers differ nearly everywhere', () => {
  const passage = changes.passages[0]!
  const budget = {
    ...changes,
    against: 'last',
    passages: Array.from({ length: 33 }, () => passage),
  }
  const shown = viewerChanges(budget)
  expect(shown.summary).toBe(
    'They differ nearly everywhere, so whole pages are marked: 1 passage changed, on page 1.',
  )
  expect(shown.changes.map(({ kind, page }) => `${kind} ${page}`)).toEqual([
    'pageChanged 1',
    'pageAdded 2',
    'looksDifferent 3',
    'pagesRemoved 3',
    'pagesRemoved 4',
  ])
  expect(shown.changes.at(-1)?.before).toBe('Page 5 of the other paper')
  expect(viewerChanges({ ...budget, passages: [passage] }).changes[0]?.kind).toBe('changed')
})
