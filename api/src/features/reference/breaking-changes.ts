import { type Compare, type Direction, type Schema, schemaComparison } from './schema-comparison.ts'

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
  const found: string[] = []
  if (was.security?.length === 0 && is.security?.length !== 0)
    found.push(`${name} requires a sign-in.`)
  const wasParameters = was.parameters ?? []
  const isParameters = is.parameters ?? []
  const same = (a: { in: string; name: string }) => (b: { in: string; name: string }) =>
    a.in === b.in && a.name === b.name
  for (const parameter of wasParameters) {
    const now = isParameters.find(same(parameter))
    const at = `${name}, ${parameter.in} ${parameter.name}`
    if (!now) found.push(`${at}, is gone.`)
    else found.push(...compare('request', at, parameter.schema ?? {}, now.schema ?? {}))
  }
  for (const parameter of isParameters) {
    if (parameter.required && !wasParameters.find(same(parameter))?.required) {
      found.push(`${name} requires ${parameter.in} ${parameter.name}.`)
    }
  }
  if (is.requestBody && !was.requestBody) found.push(`${name} requires a body.`)
  found.push(
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
    if (!now && Number(status) < 300) found.push(`${at}, is gone.`)
    else found.push(...compareContents('response', at, response.content, now?.content, compare))
  }
  return found
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
