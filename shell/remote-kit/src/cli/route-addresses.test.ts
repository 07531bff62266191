import { expect, it } from 'vitest'
import { addressesOf, routePatterns } from './route-addresses.ts'

it('finds every route that has a screen, including nested ones', () => {
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

it('fills in known parameters, and a word for unknown ones', () => {
  const patterns = ['/meetings/:year/:slug/*', '/people/:id?', '/meetings', '/people/:who']
  expect(addressesOf(patterns, { year: '2026' })).toEqual([
    '/meetings/2026/sample/sample',
    '/people/sample',
    '/meetings',
  ])
})
