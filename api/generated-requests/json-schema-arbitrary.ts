import * as fc from 'fast-check'
import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Longer strings are generated only at exactly their maximum length. */
const usualLength = 30
const longestDrawn = 20_000

/** Strings by field name, for numbers too, that satisfy refinements or name existing documents. */
export type Likely = Readonly<Record<string, readonly string[]>>

/** Values that match the schema as far as JSON Schema can express it. Refinements may reject some. */
export function arbitraryOf(schema: z.core.$ZodType, likely: Likely): fc.Arbitrary<unknown> {
  return arbitraries(likely)(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

/** A generated file, before it is added to a form. */
export type DrawnFile = { file: Uint8Array<ArrayBuffer>; type: string; name: string }

type From = (schema: z.core.JSONSchema._JSONSchema, name?: string) => fc.Arbitrary<unknown>

function arbitraries(likely: Likely): From {
  const from: From = (schema, name = '') => {
    if (typeof schema === 'boolean') return fc.jsonValue({ maxDepth: 2 })
    const { enum: values, anyOf, oneOf, allOf, type, $ref } = schema
    if ($ref !== undefined || allOf)
      throw new Error(`This schema isn't supported: ${$ref ?? 'allOf'}.`)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (values) return fc.constantFrom(...values)
    const choices = anyOf ?? oneOf
    if (choices) return fc.oneof(...choices.map((choice) => from(choice, name)))
    switch (type) {
      case 'string':
        return schema.format === 'binary' ? drawnFile : textOf(schema, likely[name])
      case 'integer':
      case 'number':
        return numberOf(schema, likely[name])
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return arrayOf(schema, from, name)
      case 'object':
        return objectOf(schema, from)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }
  return from
}

function textOf(schema: JsonSchema, likely: readonly string[] = []): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = Infinity, format } = schema
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text))
  const usual = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, usualLength)),
  })
  const drawn =
    pattern !== undefined
      ? matching(pattern)
      : format === 'email'
        ? fc.emailAddress()
        : format === 'uri'
          ? fc.webUrl()
          : usual
  const atLimit = pattern === undefined && maxLength <= longestDrawn ? ['m'.repeat(maxLength)] : []
  const known = likely.filter(fits)
  return fc.oneof(
    { weight: 2, arbitrary: drawn.filter(fits) },
    ...(known.length > 0 ? [{ weight: 7, arbitrary: fc.constantFrom(...known) }] : []),
    ...atLimit.map((text) => ({ weight: 1, arbitrary: fc.constant(text) })),
  )
}

const matchingTexts = new Map<string, fc.Arbitrary<string>>()

/** The same patterns occur in most endpoints, and preparing one takes long. */
function matching(pattern: string): fc.Arbitrary<string> {
  const prepared = matchingTexts.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matchingTexts.set(pattern, prepared)
  return prepared
}

function numberOf(
  { type, minimum, maximum }: JsonSchema,
  likely: readonly string[] = [],
): fc.Arbitrary<number> {
  const min = minimum ?? -1_000_000
  const max = maximum ?? 1_000_000
  const extremes = fc.constantFrom(
    minimum ?? -Number.MAX_SAFE_INTEGER,
    maximum ?? Number.MAX_SAFE_INTEGER,
  )
  const drawn =
    type === 'integer'
      ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
      : fc.double({ min, max, noNaN: true })
  const known = likely.map(Number).filter((number) => number >= min && number <= max)
  return fc.oneof(
    { weight: 4, arbitrary: drawn },
    { weight: 1, arbitrary: extremes },
    ...(known.length > 0 ? [{ weight: 5, arbitrary: fc.constantFrom(...known) }] : []),
  )
}

function arrayOf(
  { items, minItems = 0, maxItems }: JsonSchema,
  from: From,
  name: string,
): fc.Arbitrary<unknown[]> {
  const item =
    items === undefined || Array.isArray(items) ? fc.jsonValue({ maxDepth: 1 }) : from(items, name)
  return fc.array(item, {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems ?? 4, 4)),
  })
}

function objectOf(schema: JsonSchema, from: From): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties)
  if (names.length === 0 && additionalProperties) {
    return fc.dictionary(fc.string({ maxLength: 10 }), from(additionalProperties), {
      maxKeys: 4,
      noNullPrototype: true,
    })
  }
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, from(property, name)]),
  )
  const optional = names.filter((name) => !required.includes(name))
  // A few optional fields at a time are more often valid together.
  const few = fc
    .tuple(fc.record(named), fc.subarray(optional, { maxLength: Math.min(2, optional.length) }))
    .map(([whole, kept]) =>
      Object.fromEntries([...required, ...kept].map((name) => [name, whole[name]])),
    )
  const some = fc.record(named, { requiredKeys: required, noNullPrototype: true })
  return optional.length > 2 ? fc.oneof(few, few, some) : some
}

/** The first bytes of accepted, rejected and unknown file types. */
const beginnings = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF\0\0\0\0WEBP',
  '<svg ',
  '%PDF-',
  '',
]

const drawnFile: fc.Arbitrary<DrawnFile> = fc
  .tuple(
    fc.constantFrom(...beginnings),
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('image/png', 'image/jpeg', 'image/svg+xml', 'text/html', ''),
    fc.constantFrom('photo.png', '../../photo.png', 'a"b.png', '', 'ф.png'),
  )
  .map(([beginning, rest, type, name]) => ({
    file: new Uint8Array(Buffer.concat([Buffer.from(beginning, 'latin1'), rest])),
    type,
    name,
  }))
