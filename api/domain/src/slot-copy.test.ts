import { expect, it } from 'vitest'
import { planCopy } from './slot-copy.ts'

const document = { documentId: 'd1', document: {} }
const embed = { embedUrl: 'https://a.example/' }

it('copies a document or an embed to an empty slot, replacing nothing', () => {
  for (const source of [document, embed]) {
    for (const target of [undefined, {}]) {
      expect(planCopy(source, target)).toEqual({ kind: 'copies', replaces: [] })
    }
  }
})

it('names everything in the target that it replaces', () => {
  const target = { ...embed, title: 'Theirs', cardImage: '/api/images/b' }
  expect(planCopy({ ...document, title: 'Ours' }, target)).toEqual({
    kind: 'copies',
    replaces: ['content', 'title', 'cardImage'],
  })
  expect(planCopy({ ...document, title: 'Ours' }, { title: 'Ours' })).toEqual({
    kind: 'copies',
    replaces: [],
  })
})

it('does nothing if the target already shows the same', () => {
  const source = { ...document, title: 'Ours', cardImage: '/api/images/a' }
  expect(planCopy(source, { ...source })).toEqual({ kind: 'same' })
})

it.each([
  ['empty', undefined, undefined],
  ['empty', { title: 'A name alone' }, undefined],
  ['native', { mode: 'native', ...document }, undefined],
  ['gone', { documentId: 'd1' }, undefined],
  ['nativeTarget', document, { mode: 'native' }],
] as const)('can’t copy (%s)', (why, source, target) => {
  expect(planCopy(source, target)).toEqual({ kind: 'impossible', why })
})
