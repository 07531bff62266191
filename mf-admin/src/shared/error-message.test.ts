import { testApi } from '@portal/api/testing'
import { createCall } from '@portal/remote-kit/client'
import type { CallInput } from '@portal/contract/endpoint'
import { listMappings } from '@portal/contract/mappings'
import { createUser } from '@portal/contract/users'
import { describe, expect, it } from 'vitest'
import { refusal } from './api-fault-fixture.ts'
import { errorMessage } from './api-errors.ts'

type NewUser = NonNullable<CallInput<typeof createUser>['body']>

/** The error that a screen catches for this response of the API or a proxy. */
async function caught(answer: () => Response | Promise<never>): Promise<unknown> {
  const call = createCall({ token: async () => undefined, fetch: async () => answer() })
  return call(listMappings).catch((error: unknown) => error)
}

describe('a sentence for the reader', () => {
  it.each([
    [400, 'badRequest', 'If-Match must be a revision, such as "3".'],
    [403, 'forbidden', 'Only designated admins may do this.'],
    [413, 'tooLarge', 'The image is larger than 2 MB.'],
    [428, 'revisionRequired', 'A save must say which revision it was made from.'],
    [429, 'tooMany', 'Too many requests. Please try again later.'],
    [500, 'internal', 'Something went wrong.'],
    [503, 'unavailable', 'The server is busy.'],
  ])('shows the API’s own message for %i', async (status, code, sentence) => {
    expect(errorMessage(await caught(() => refusal(status, code, sentence)))).toBe(sentence)
  })

  it.each([
    [{ error: 'Boom' }],
    [{ message: 'Boom' }],
    [{ error: 'Boom', message: 'Something else' }],
    [{ error: { code: 500 }, message: 'Boom' }],
  ])('takes the error, else the message, of any server’s response: %j', async (body) => {
    const answer = () => Response.json(body, { status: 500, statusText: 'Internal Server Error' })
    expect(errorMessage(await caught(answer))).toBe('Boom')
  })

  it('ignores a proxy’s status text', async () => {
    const answer = () => new Response('<h1>', { status: 502, statusText: 'Bad Gateway' })
    expect(errorMessage(await caught(answer))).toBeUndefined()
    const named = () => new Response('', { status: 504, headers: { 'x-request-id': 'proxy-1' } })
    expect(errorMessage(await caught(named))).toBeUndefined()
  })

  it('returns undefined when the response can’t be read or has no sentence', async () => {
    expect(errorMessage(await caught(() => new Response('<html>')))).toBeUndefined()
    for (const body of [null, 'Boom', { error: ' ' }, { error: true }, ['Boom']]) {
      const error = await caught(() => Response.json(body, { status: 500 }))
      expect(errorMessage(error)).toBeUndefined()
    }
  })

  it('shows the limit of a text that is too long, and no other text of a schema', async () => {
    const { call } = await testApi()
    const refused = async (body: unknown) =>
      errorMessage(
        await call('admin')(createUser, { body: body as NewUser }).catch((error: unknown) => error),
      )
    const email = 'nora@larkspur.example'
    expect(await refused({ email, displayName: 'n'.repeat(201) })).toBe(
      'Display name: At most 200 characters',
    )
    expect(await refused({ email, displayName: 7 })).toBeUndefined()
  })

  it('has a message for a missing response', async () => {
    const gone = await caught(() => Promise.reject(new TypeError('fetch failed')))
    expect(errorMessage(gone)).toMatch(/^Unable to connect to server/)
  })
})
