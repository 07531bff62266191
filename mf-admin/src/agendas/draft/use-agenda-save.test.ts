import { expect, it } from 'vitest'
import { emptyDraft, newItem } from './agenda-draft.ts'
import { saveRefusal } from './use-agenda-save.ts'

const draft = { ...emptyDraft, title: 'Board', items: [newItem('a', 'Welcome'), newItem('b')] }
const refused = (...fields: { path: string; message: string }[]) =>
  Object.assign(new Error('Invalid request'), { name: 'ApiError', requestId: 'r1', fields })

it('places each message at its field, and names the item in a sentence', () => {
  const message = 'At most 20 characters'
  const refusal = saveRefusal(
    refused(
      { path: 'body.title', message },
      { path: 'body.items.1.speaker', message },
      { path: 'body.content.items.0.description', message },
    ),
    draft,
  )
  expect(refusal.fields).toEqual({
    title: message,
    items: { a: { description: message }, b: { speaker: message } },
  })
  expect(refusal.reason).toBe(`“Item 2”, Presenter: ${message}`)
})

it('shows nothing at the fields for an error without them, or with one that the screen lacks', () => {
  expect(saveRefusal(new TypeError('Failed to fetch'), draft).fields).toEqual({})
  expect(saveRefusal(refused({ path: 'body.items.7.title', message: 'x' }), draft).fields).toEqual(
    {},
  )
})
