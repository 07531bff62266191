import { expect, it } from 'vitest'
import {
  declarationFault,
  type SettingDeclaration,
  settingFault,
  type SettingSchema,
  type SettingValue,
  type StoredSetting,
} from './remote-settings.ts'

const number = { minimum: 1, maximum: 1000 }
const texts = { type: 'string', maxLength: 5 }

it.each<[SettingSchema, StoredSetting, string | undefined]>([
  [{ type: 'boolean' }, true, undefined],
  [{ type: 'boolean' }, 'true', 'On or off'],
  [texts, 'Hello', undefined],
  [texts, 'Hello!', 'At most 5 characters'],
  [texts, 5, 'A text'],
  [{ ...texts, minLength: 1 }, '', 'Something is needed here'],
  [{ type: 'string', enum: ['list', 'grid'] }, 'grid', undefined],
  [{ type: 'string', enum: ['list', 'grid'] }, 'table', 'One of these: list, grid'],
  [{ type: 'string', maxLength: 99, format: 'uri' }, 'https://larkspur.example/a', undefined],
  [
    { type: 'string', maxLength: 99, format: 'uri' },
    'javascript:alert(1)',
    'An address that begins with https:// or http://',
  ],
  [{ type: 'integer', ...number }, 12, undefined],
  [{ type: 'integer', ...number }, 1.5, 'A whole number from 1 to 1,000'],
  [{ type: 'number', ...number }, 1.5, undefined],
  [{ type: 'number', ...number }, 0, 'A number from 1 to 1,000'],
  [{ type: 'array', items: texts, maxItems: 2 }, ['a', 'b'], undefined],
  [{ type: 'array', items: texts, maxItems: 2 }, ['a', 'b', 'c'], 'At most 2 entries'],
  [{ type: 'array', items: texts, maxItems: 2 }, ['Hello!'], '“Hello!”: At most 5 characters'],
  [{ type: 'boolean' }, { share: 10, cohorts: [] }, 'Only a flag can have a share'],
  [{ type: 'date' }, 'today', 'This portal doesn’t know this kind of setting'],
])('judges by %j whether a setting can be %j', (schema, value, fault) => {
  expect(settingFault({ schema }, value)).toBe(fault)
})

it('lets a flag be on for a share of all people', () => {
  const flag = { schema: { type: 'boolean' }, flag: true } as const
  expect(settingFault(flag, { share: 10, cohorts: ['qa'] })).toBeUndefined()
  expect(settingFault(flag, { share: 101, cohorts: [] })).toBe('A whole number from 0 to 100')
})

const setting = (
  schema: SettingSchema,
  byDefault: SettingValue,
  more: Partial<SettingDeclaration> = {},
): SettingDeclaration => ({
  name: 'greeting',
  label: 'Greeting',
  schema,
  default: byDefault,
  ...more,
})

it.each<[SettingDeclaration[], string]>([
  [
    [setting({ type: 'boolean' }, true), setting({ type: 'boolean' }, true)],
    'There are two settings called greeting.',
  ],
  [
    [setting(texts, '', { name: 'Greeting' })],
    '“Greeting” can’t be a setting’s name: a lower-case letter, then up to 39 letters and digits.',
  ],
  [
    [setting(texts, '', { label: '' })],
    'The setting greeting needs a label of at most 80 characters, and a description of at most 300.',
  ],
  [
    [setting({ type: 'string' }, '')],
    'The setting greeting needs a maximum length, at most 2,000.',
  ],
  [
    [setting({ type: 'integer', minimum: 1 }, 1)],
    'The setting greeting needs a minimum and a maximum, at most 1,000,000,000,000.',
  ],
  [
    [setting({ type: 'array', items: texts }, [])],
    'The setting greeting needs a maximum of entries, at most 50.',
  ],
  [
    [setting({ type: 'object' }, '')],
    'The setting greeting must be a switch, a text, an address, a number, a choice or a list of texts.',
  ],
  [
    [setting(texts, 'Too long')],
    'The default of the setting greeting is refused: At most 5 characters.',
  ],
  [
    [setting({ type: 'boolean' }, true, { flag: true })],
    'The setting greeting is a flag, so it must be a switch that is off by default.',
  ],
  [
    Array.from({ length: 10 }, (_, n) =>
      setting({ type: 'string', maxLength: 2000 }, 'x'.repeat(2000), { name: `text${n}` }),
    ),
    'The settings of a remote take at most 16 KB, with their words.',
  ],
])('refuses a declaration in one sentence', (settings, sentence) => {
  expect(declarationFault(settings)).toBe(sentence)
})

it('accepts settings whose values all have bounds', () => {
  const settings = [
    setting({ type: 'boolean' }, false, { flag: true }),
    setting({ type: 'string', enum: ['list', 'grid'] }, 'list', { name: 'layout' }),
    setting({ type: 'array', items: texts, maxItems: 9 }, [], { name: 'topics' }),
  ]
  expect(declarationFault(settings)).toBeUndefined()
})
