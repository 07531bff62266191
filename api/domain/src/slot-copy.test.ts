import { expect, it } from 'vitest'
import { planCopy } from './slot-copy.ts'

const document = { documentId: 'd1', document: {} }
const embed = { embedUrl: 'https://a.example/' }

it('copies a document or an embed to an empty slot, replacing nothing', () => {
  for (const source of [document, embed]) {
    for (const target of [undefined, {}]) {
      expect(planCopy(source, target)).toMatchObject({ kind: 'copies', replaces: [] })
    }
  }
})

it('names everything in the target that it replaces', () => {
  const target = { ...embed, title: 'Theirs', cardImage: '/api/images/b' }
  expect(planCopy({ ...document, title: 'Ours' }, target)).toMatchObject({
    kind: 'copies',
    replaces: ['content', 'title', 'cardImage'],
  })
  expect(planCopy({ ...document, title: 'Ours' }, { title: 'Ours' })).toMatchObject({
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

it('copies the name of an empty place in a list, and keeps a document there', () => {
  const named = { title: 'Minutes' }
  const isListed = { isListed: true }
  expect(planCopy(named, undefined, isListed)).toMatchObject({ kind: 'copies', replaces: [] })
  expect(planCopy(named, { ...document, title: 'Theirs' }, isListed)).toEqual({
    kind: 'copies',
    parts: ['title', 'cardImage'],
    replaces: ['title'],
  })
  expect(planCopy(named, { ...document, ...named }, isListed)).toEqual({ kind: 'same' })
  expect(planCopy({}, undefined, isListed)).toEqual({ kind: 'impossible', why: 'empty' })
})
