import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { buildRelease } from './built-release.ts'

const dir = path.join(repositoryOf(import.meta.dirname), 'e2e/remotes/polls')

it('publishes the types of a release with the same bytes each time', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const first = await buildRelease({ name: 'polls', dir }, { types: true })
  const second = await buildRelease({ name: 'polls', dir }, { types: true })
  expect(second.files).toEqual(first.files)
})
