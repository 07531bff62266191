import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { backendOf } from './backend.ts'
import { createCall } from './client.ts'
import type { MemoryApi } from './memory-api.ts'
import { answerBackend } from './testing.tsx'

const request = backendOf('news')
const story = z.object({ title: z.string() })
const getStory = request({
  method: 'GET',
  path: '/stories/{id}',
  params: z.object({ id: z.string() }),
  query: z.object({ draft: z.optional(z.boolean()) }),
  reply: story,
})
const saveStory = request({
  method: 'PUT',
  path: '/stories/{id}',
  params: z.object({ id: z.string() }),
  body: story,
  revised: true,
  reply: story,
})

function answering(body: unknown, status = 200) {
  const sent: Request[] = []
  const call = createCall({
    baseUrl: 'https://portal.example.org',
    token: async () => 'an-id-token',
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      return Response.json(body, { status })
    },
  })
  return { call, sent }
}

it('asks the portal for what the remote’s backend has, and validates the reply', async () => {
  const { call, sent } = answering({ title: 'Spring', internal: true })
  const input = { params: { id: 'spring' }, query: { draft: true } }
  const found = await call(getStory, input)
  expectTypeOf(found).toEqualTypeOf<{ title: string }>()
  expect(found).toEqual({ title: 'Spring' })
  expect(sent[0]?.url).toBe('https://portal.example.org/api/remotes/news/stories/spring?draft=true')

  const other = answering({ name: 'Spring' })
  await expect(other.call(getStory, input)).rejects.toMatchObject({ code: 'unexpectedReply' })
})

it('sends what it saves, with its revision and the reader’s sign-in', async () => {
  const { call, sent } = answering({ title: 'Spring' })
  await call(saveStory, { params: { id: 'a b' }, body: { title: 'Spring' }, revision: 3 })
  const [saved] = sent
  expect(saved?.url).toBe('https://portal.example.org/api/remotes/news/stories/a%20b')
  expect(saved?.headers.get('if-match')).toBe('"3"')
  expect(saved?.headers.get('authorization')).toBe('Bearer an-id-token')
  expect(await saved?.json()).toEqual({ title: 'Spring' })
})

it('shows the backend’s own sentence when it refuses', async () => {
  const { call } = answering({ error: 'This story is being edited.' }, 409)
  await expect(call(getStory, { params: { id: 'spring' } })).rejects.toMatchObject({
    message: 'This story is being edited.',
    status: 409,
    isStated: true,
  })
})

it('is answered by a team’s tests, which leave the portal’s own endpoints alone', async () => {
  const app = { request: async () => Response.json({ title: 'of the portal' }) }
  const api = { app } as Pick<MemoryApi, 'app'> as MemoryApi
  answerBackend(api, 'news', async (asked) =>
    Response.json({ title: `${asked.method} ${new URL(asked.url).pathname}` }),
  )
  const call = createCall({ fetch: async (input, init) => api.app.request(input, init) })
  expect(await call(getStory, { params: { id: 'spring' } })).toEqual({
    title: 'GET /api/remotes/news/stories/spring',
  })
  const ofOther = backendOf('other')({ method: 'GET', path: '/', reply: story })
  expect(await call(ofOther)).toEqual({ title: 'of the portal' })
})
