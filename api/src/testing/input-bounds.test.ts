import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { testApi } from './test-api.ts'

type Schema = z.core.JSONSchema._JSONSchema

/** The fields of a request that could have any size. */
function unbounded(schema: Schema, at: string): string[] {
  if (typeof schema === 'boolean') return []
  const { type, minimum, maximum, maxLength, maxItems, pattern, format } = schema
  const inner = [
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) =>
      unbounded(each, at),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      unbounded(property, `${at}.${name}`),
    ),
    ...(schema.items && !Array.isArray(schema.items) ? unbounded(schema.items, `${at}[]`) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? unbounded(schema.additionalProperties, `${at}{}`)
      : []),
  ]
  if (type === 'integer' || type === 'number') {
    const isBounded =
      schema.const !== undefined ||
      (maximum !== undefined &&
        maximum < Number.MAX_SAFE_INTEGER &&
        (type === 'number' || minimum !== undefined))
    return isBounded ? inner : [...inner, at]
  }
  if (type === 'array') return maxItems === undefined ? [...inner, at] : inner
  const isOpen =
    type === 'string' && schema.enum === undefined && schema.const === undefined && !pattern
  return isOpen && maxLength === undefined && format !== 'binary' ? [...inner, at] : inner
}

it('bounds every number, text and list that a caller sends', async () => {
  const api = await testApi()
  const withoutBound = api.mounted.flatMap((endpoint) => {
    const { params, query, body, form } = endpoint
    return Object.entries({ params, query, body, form }).flatMap(([part, schema]) =>
      schema
        ? unbounded(
            z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
            `${endpoint.method} ${endpoint.path} ${part}`,
          )
        : [],
    )
  })
  await api.close()
  expect(withoutBound).toEqual([])
})
