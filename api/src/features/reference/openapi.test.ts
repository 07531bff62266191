import { Validator } from '@seriousme/openapi-schema-validator'
import { problemCode } from '@portal/contract/problem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../../platform/http/problems.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'

type Schema = { $ref?: string; properties?: Record<string, unknown>; [key: string]: unknown }
type Parameter = { in: string; name: string; required?: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { $ref?: string; content?: Content; headers?: object }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { description: string }>
  }
}

let api: TestApi
let document: Document
beforeAll(async () => {
  api = await testApi()
  document = (await (await api.request('/api/openapi.json')).json()) as Document
})
afterAll(() => api.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const operation = (id: string) => {
  const match = operations().find(({ operation: described }) => described.operationId === id)
  if (!match) throw new Error(`There is no operation ${id}.`)
  return match.operation
}
const headersOf = (id: string) =>
  operation(id)
    .parameters.filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name)

describe('the description', () => {
  it('describes the API in valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as never)
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  it('lists every mounted endpoint and nothing else', () => {
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const mounted = api.mounted.map(({ path, method }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(mounted.toSorted())
  })

  it('names each operation as the contract does, without duplicates', () => {
    const ids = operations().map(({ operation: described }) => described.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    // A name with a space comes from a module that `contract-names.ts` doesn't list.
    for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z]+$/)
    expect(operation('saveMapping').tags).toEqual(['mappings'])
  })

  it('maps every problem code to its status', () => {
    for (const code of problemCode.options) {
      const response = document.components.responses[`Problem${statusOf[code]}`]
      expect(response?.description).toContain(`\`${code}\``)
    }
  })

  it('describes the input of each endpoint', () => {
    const save = operation('saveMapping')
    expect(save.parameters[0]).toMatchObject({ in: 'path', name: 'id', required: true })
    expect(headersOf('saveMapping')).toEqual(['If-Match', 'If-None-Match'])
    expect(save.requestBody?.content['application/json']?.schema.$ref).toContain('MappingChange')
    const limit = operation('listUpcomingEvents').parameters.find(({ name }) => name === 'limit')
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', default: 10 } })
    expect(limit?.required).not.toBe(true)
  })

  it('describes the responses of each endpoint, including refusals', () => {
    const save = operation('saveMapping')
    expect(save.responses['200']?.content?.['application/json']?.schema.$ref).toContain(
      'ResourceMapping',
    )
    expect(Object.keys(save.responses)).toEqual(expect.arrayContaining(['412', '428', '415']))
    expect(Object.keys(operation('getConfig').responses)).not.toContain('401')
    expect(Object.keys(operation('forgetToken').responses)).toContain('204')
    expect(operation('listDirectory').responses['200']?.headers).toHaveProperty('ETag')
  })

  it('describes binary content and byte ranges', () => {
    const content = operation('getDocumentContent')
    expect(content.responses['206']?.content?.['*/*']?.schema).toMatchObject({ format: 'binary' })
    expect(Object.keys(content.responses)).toContain('416')
    expect(headersOf('getDocumentContent')).toContain('Range')
    expect(headersOf('getImage')).not.toContain('Range')
  })

  it('requires a token where one is needed, and accepts the cookie for reads only', () => {
    expect(operation('getConfig').security).toEqual([])
    expect(operation('getPortal').security).toEqual([{ bearer: [] }, { cookie: [] }])
    expect(operation('saveMapping').security).toEqual([{ bearer: [] }])
    expect(operation('createUser').security).toEqual([{ bearer: [] }, { adminKey: [] }])
  })

  it('leaves replies open for fields added later', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  })
})

describe('reading the description', () => {
  it('needs no account, and is cached by its ETag', async () => {
    const first = await api.request('/api/openapi.json')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await api.request('/api/openapi.json', {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
    const packed = await api.request('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
  })

  it('has a page whose script is served locally, under its own policy', async () => {
    const page = await api.request('/api/docs')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/)
    const html = await page.text()
    const [, path] = /<script type="module" src="([^"]+)"><\/script>/.exec(html)!
    expect(html.match(/<script/g)).toHaveLength(1)
    const script = await api.request(path!)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(script.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await script.text()).length).toBeGreaterThan(100_000)
    expect((await api.request('/api/docs/other.js')).status).toBe(404)
  })
})
