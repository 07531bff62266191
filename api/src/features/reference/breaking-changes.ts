type Content = Record<string, { schema?: Schema }>

type Operation = {
  security?: object[]
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
  responses?: Record<string, { content?: Content }>
}

/** The parts of an OpenAPI document that can contain a breaking change. */
export type ContractSurface = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/**
 * Every breaking change between two descriptions, one sentence each: removed endpoints, parameters and fields, input
 * that is newly required or refused, and replies that lack something or changed type. Additions aren't breaking, not
 * even new values of a reply's enumeration, which clients must accept.
 */
export function breakingChanges(before: ContractSurface, after: ContractSurface): string[] {
  const compare = schemaComparison(before.components.schemas, after.components.schemas)
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const is = after.paths[path]?.[method]
      const name = `${method.toUpperCase()} ${path}`
      return is ? compareOperations(name, was, is, compare) : [`${name} is gone.`]
    }),
  )
}

function compareOperations(
  name: string,
  was: Operation,
  is: Operation,
  compare: Compare,
): string[] {
  const changes: string[] = []
  if (was.security?.length === 0 && is.security?.length !== 0)
    changes.push(`${name} requires a sign-in.`)
  const wasParameters = was.parameters ?? []
  const isParameters = is.parameters ?? []
  const same = (a: { in: string; name: string }) => (b: { in: string; name: string }) =>
    a.in === b.in && a.name === b.name
  for (const parameter of wasParameters) {
    const now = isParameters.find(same(parameter))
    const at = `${name}, ${parameter.in} ${parameter.name}`
    if (!now) changes.push(`${at}, is gone.`)
    else changes.push(...compare('request', at, parameter.schema ?? {}, now.schema ?? {}))
  }
  for (const parameter of isParameters) {
    if (parameter.required && !wasParameters.find(same(parameter))?.required) {
      changes.push(`${name} requires ${parameter.in} ${parameter.name}.`)
    }
  }
  if (is.requestBody && !was.requestBody) changes.push(`${name} requires a body.`)
  changes.push(
    ...compareContents(
      'request',
      `${name}, body`,
      was.requestBody?.content,
      is.requestBody?.content,
      compare,
    ),
  )
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    const at = `${name}, ${status}`
    const now = is.responses?.[status]
    if (!now && Number(status) < 300) changes.push(`${at}, is gone.`)
    else changes.push(...compareContents('response', at, response.content, now?.content, compare))
  }
  return changes
}

function compareContents(
  direction: Direction,
  at: string,
  was: Content = {},
  is: Content = {},
  compare: Compare,
): string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const now = is[type]
    return now ? compare(direction, at, schema, now.schema ?? {}) : [`${at}, is no longer ${type}.`]
  })
}

/** A JSON Schema in an OpenAPI description. */
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  [limit: string]: unknown
}

/** `request`: input may become wider, never narrower. `response`: output may gain fields, never lose any. */
type Direction = 'request' | 'response'

type Compare = (direction: Direction, at: string, was: Schema, is: Schema) => string[]

/**
 * Lower bounds may only fall for input, upper bounds may only rise. Adding an upper bound to a value that could have
 * any size isn't breaking: it protects the server from what no honest caller sends.
 */
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems']

const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems']

/** Compares the schemas of two descriptions, each with its named schemas; returns every breaking change. */
function schemaComparison(
  wasNamed: Record<string, Schema>,
  isNamed: Record<string, Schema>,
): Compare {
  const compared = new Set<string>()
  const resolved = (schema: Schema, named: Record<string, Schema>): Schema =>
    schema.$ref === undefined ? schema : (named[schema.$ref.split('/').at(-1)!] ?? {})

  const compare: Compare = (direction, at, wasGiven, isGiven) => {
    if (wasGiven.$ref !== undefined && isGiven.$ref !== undefined) {
      const pair = `${direction} ${wasGiven.$ref} ${isGiven.$ref}`
      if (compared.has(pair)) return []
      compared.add(pair)
    }
    const was = resolved(wasGiven, wasNamed)
    const is = resolved(isGiven, isNamed)
    const wasOneOf = was.anyOf ?? was.oneOf
    if (wasOneOf) {
      const choices = is.anyOf ?? is.oneOf ?? [is]
      return wasOneOf.every((schema) =>
        choices.some((now) => compare(direction, at, schema, now).length === 0),
      )
        ? []
        : [`${at}, lacks one of its forms.`]
    }
    const changes: string[] = []
    if (is.type !== undefined && String(was.type) !== String(is.type)) {
      return [`${at}, is ${String(is.type)} instead of ${String(was.type ?? 'anything')}.`]
    }
    if (was.type !== undefined && is.type === undefined && direction === 'response') {
      return [`${at}, is no longer ${String(was.type)}.`]
    }
    if (direction === 'request') changes.push(...narrowed(at, was, is))
    for (const [name, property] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[name]
      if (!now) changes.push(`${at}.${name}, is gone.`)
      else changes.push(...compare(direction, `${at}.${name}`, property, now))
    }
    const [requiring, known] = direction === 'request' ? [is, was] : [was, is]
    for (const name of requiring.required ?? []) {
      if (known.required?.includes(name) || (direction === 'response' && !is.properties?.[name]))
        continue
      changes.push(
        direction === 'request' ? `${at}, requires ${name}.` : `${at}.${name}, may be absent.`,
      )
    }
    if (was.items && is.items) changes.push(...compare(direction, `${at}[]`, was.items, is.items))
    const [wasMore, isMore] = [was.additionalProperties, is.additionalProperties]
    if (typeof wasMore === 'object' && typeof isMore === 'object') {
      changes.push(...compare(direction, `${at}{}`, wasMore, isMore))
    }
    return changes
  }
  return compare
}

function narrowed(at: string, was: Schema, is: Schema): string[] {
  const changes: string[] = []
  const values = (schema: Schema) => (schema.const === undefined ? schema.enum : [schema.const])
  const [wasValues, isValues] = [values(was), values(is)]
  for (const value of wasValues ?? []) {
    if (isValues && !isValues.includes(value)) changes.push(`${at}, refuses ${String(value)}.`)
  }
  if (!wasValues && isValues) changes.push(`${at}, takes certain values only.`)
  const number = (schema: Schema, limit: string, absent: number) => Number(schema[limit] ?? absent)
  for (const limit of lower) {
    if (number(is, limit, -Infinity) > number(was, limit, -Infinity))
      changes.push(`${at}, has another ${limit}.`)
  }
  for (const limit of upper) {
    const before = number(was, limit, Infinity)
    const wasBounded = before < Number.MAX_SAFE_INTEGER
    if (wasBounded && number(is, limit, Infinity) < before)
      changes.push(`${at}, has another ${limit}.`)
  }
  for (const limit of ['pattern', 'format']) {
    if (is[limit] !== undefined && is[limit] !== was[limit])
      changes.push(`${at}, has another ${limit}.`)
  }
  return changes
}
