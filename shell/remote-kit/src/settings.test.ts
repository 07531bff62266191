import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { declaredSettings } from './build/declared-settings.ts'
import { defineSettings, flag, setting, webAddress } from './settings.ts'

const text = z.string().check(z.maxLength(20))
const newsSettings = () =>
  defineSettings({
    greeting: setting(text, { label: 'Greeting', default: 'Welcome', team: true }),
    layout: setting(z.enum(['list', 'grid']), { label: 'Layout', default: 'list' }),
    newList: flag({ label: 'The new list', description: 'Shows pictures.' }),
  })

it('has its defaults, with their types', () => {
  const { values } = newsSettings()
  expect(values).toEqual({ greeting: 'Welcome', layout: 'list', newList: false })
  expectTypeOf(values).toEqualTypeOf<
    Readonly<{ greeting: string; layout: 'list' | 'grid'; newList: boolean }>
  >()
})

it('takes the values that were set, and keeps the default for one that doesn’t fit', () => {
  const settings = newsSettings()
  settings.receive({ greeting: 'Hello', layout: 'table', newList: true, other: 1 })
  expect(settings.values).toEqual({ greeting: 'Hello', layout: 'list', newList: true })
  settings.receive({})
  expect(settings.values.greeting).toBe('Welcome')
})

it('is declared in the record of a release', () => {
  expect(declaredSettings(newsSettings())).toEqual([
    {
      name: 'greeting',
      label: 'Greeting',
      schema: { type: 'string', maxLength: 20 },
      default: 'Welcome',
      team: true,
    },
    {
      name: 'layout',
      label: 'Layout',
      schema: { type: 'string', enum: ['list', 'grid'] },
      default: 'list',
    },
    {
      name: 'newList',
      label: 'The new list',
      description: 'Shows pictures.',
      schema: { type: 'boolean' },
      default: false,
      flag: true,
    },
  ])
})

const schemaOf = <T>(schema: z.ZodMiniType<T>, usual: NoInfer<T>) =>
  declaredSettings(
    defineSettings({ it: setting(schema as never, { label: 'It', default: usual }) }),
  )[0]!.schema

it('declares every kind with its bounds', () => {
  expect(schemaOf(z.int().check(z.gte(1), z.lte(20)), 3)).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 20,
  })
  const address = { type: 'string', maxLength: 2000, format: 'uri' }
  expect(schemaOf(webAddress, 'https://larkspur.example')).toEqual(address)
  const list = z.array(webAddress).check(z.maxLength(5))
  expect(schemaOf(list, [])).toEqual({ type: 'array', maxItems: 5, items: address })
})

it.each<[string, z.ZodMiniType, unknown, string]>([
  ['no maximum', z.string(), '', 'The setting it needs a maximum length, at most 2,000.'],
  ['fields', z.object({ a: text }), { a: '' }, 'The setting it can’t use “properties”.'],
  ['a pattern', text.check(z.regex(/a+/)), 'a', 'The setting it can’t use “pattern”.'],
  [
    'a check of its own',
    text.check(z.refine((given) => given !== 'x')),
    '',
    'The setting it can’t use a check of its own.',
  ],
  ['alternatives', z.union([text, z.boolean()]), '', 'The setting it can’t use “anyOf”.'],
  [
    'a transformation',
    z.pipe(
      text,
      z.transform((given) => given.length),
    ),
    0,
    'The setting it can’t be described: Transforms cannot be represented in JSON Schema.',
  ],
])('refuses a schema with %s in one sentence', (_, schema, usual, sentence) => {
  expect(() => schemaOf(schema, usual)).toThrow(sentence)
})
