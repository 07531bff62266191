import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { formBody } from './input.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { type AppEnv, requestContext } from './request-context.ts'

const app = new Hono<AppEnv>()
app.use(requestContext(createMetrics()))
app.post('/', async (c) => {
  try {
    const fields = await formBody(c, 10_000)
    return c.json(Object.entries(fields).map(([name, value]) => [name, typeof value]))
  } catch (error) {
    if (error instanceof Refusal) return c.json({ code: error.code, sentence: error.message })
    throw error
  }
})
const send = async (body: NonNullable<RequestInit['body']>, type?: string) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const init = { method: 'POST', body, headers, duplex: 'half' as const }
  return (await app.request('/', init)).json()
}
const multipart = 'multipart/form-data; boundary=x'
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('a form', () => {
  it('reads a form as texts and files, with any field names', async () => {
    const form = new FormData()
    form.set('name', 'Wei Chen')
    form.set('__proto__', 'x')
    form.set('photo', new File(['bytes'], 'me.png'))
    expect(await send(form)).toEqual([
      ['name', 'string'],
      ['__proto__', 'string'],
      ['photo', 'object'],
    ])
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'can’t be sent as %s',
    async (type) => {
      expect(await send('name=x', type)).toMatchObject({ code: 'unsupportedType' })
    },
  )

  it.each([
    ['something other than a form', 'nothing'],
    ['a form that breaks off', part('name', 'Wei')],
    ['an empty body', ''],
  ])('refuses a form sent as %s', async (_, body) => {
    expect(await send(body, multipart)).toMatchObject({ code: 'badRequest' })
  })

  it('refuses a form with a duplicate field, or with more parts than any form has', async () => {
    const twice = `${part('name', 'a')}${part('name', 'b')}--x--\r\n`
    expect(await send(twice, multipart)).toMatchObject({ code: 'badRequest' })
    const parts = Array.from({ length: 120 }, (_, index) => part(`f${index}`, ''))
    expect(await send(`${parts.join('')}--x--\r\n`, multipart)).toMatchObject({
      code: 'badRequest',
    })
  })

  it('reads a form only up to its limit, however it is sent', async () => {
    let sent = 0
    let canceled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1000
        controller.enqueue(new Uint8Array(1000))
      },
      cancel() {
        canceled = true
      },
    })
    expect(await send(endless, multipart)).toEqual({
      code: 'tooLarge',
      sentence: 'The request is too large: at most 10 KB are accepted here.',
    })
    expect(sent).toBeLessThan(20_000)
    expect(canceled).toBe(false)
  })
})
