import { expect, it } from 'vitest'
import { partOf } from './release-plugin.ts'

it('names a package in any location, and a folder three levels deep', () => {
  const store = '/repo/node_modules/.pnpm/@dnd-kit+core@6.3.1/node_modules'
  expect(partOf(`${store}/@dnd-kit/core/dist/core.esm.js`, '/repo')).toBe('@dnd-kit/core')
  expect(partOf('/repo/node_modules/clsx/dist/clsx.mjs', '/repo')).toBe('clsx')
  expect(partOf('/repo/mf-admin/src/agendas/editor/items/card.tsx', '/repo')).toBe(
    'mf-admin/src/agendas',
  )
  expect(partOf('/repo/src/news/news-screen.tsx', '/repo')).toBe('src/news')
})
