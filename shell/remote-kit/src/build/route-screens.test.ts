import { expect, it } from 'vitest'
import { screensOf } from './route-screens.ts'

it('finds every route that has a screen, including nested ones, and its heading', () => {
  const routes = [
    { path: 'calendar', handle: { heading: 'Board Calendar' } },
    {
      path: 'meetings/:year',
      children: [{ index: true }, { path: 'q/:quarter' }, { children: [{ path: 'all' }] }],
    },
    { path: ':resourceId', handle: { other: true } },
  ]
  expect(screensOf(routes)).toEqual([
    { path: '/calendar', heading: 'Board Calendar' },
    { path: '/meetings/:year' },
    { path: '/meetings/:year/q/:quarter' },
    { path: '/meetings/:year/all' },
    { path: '/:resourceId' },
  ])
})
