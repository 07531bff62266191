import { expect, it } from 'vitest'
import { addressesOf, routePatterns } from './route-addresses.ts'

it('finds every route that has a screen, below others too', () => {
  const routes = [
    { path: 'calendar' },
    {
      path: 'meetings/:year',
      children: [{ index: true }, { path: 'q/:quarter' }, { children: [{ path: 'all' }] }],
    },
    { path: ':resourceId' },
  ]
  expect(routePatterns(routes)).toEqual([
    '/calendar',
    '/meetings/:year',
    '/meetings/:year/q/:quarter',
    '/meetings/:year/all',
    '/:resourceId',
  ])
})

it('fills in what is there, and a word for what it doesn’t know', () => {
  const patterns = ['/meetings/:year/:slug/*', '/people/:id?', '/meetings', '/people/:who']
  expect(addressesOf(patterns, { year: '2026' })).toEqual([
    '/meetings/2026/sample/sample',
    '/people/sample',
    '/meetings',
  ])
})
