import type { Endpoint } from '@portal/contract/endpoint'
import { contractVersion } from '@portal/contract/releases'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import * as z from 'zod/mini'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import { sessionCookie } from '../../platform/http/session-cookie.ts'
import { endpointNames, namedSchemas } from './contract-names.ts'
import { problemResponses, problemsOf } from './openapi-problems.ts'

export type OpenApi = ReturnType<typeof createDocument>

const about = `The one interface between the board portal's screens, or a program of yours, and its server.

Sign in with the identity provider and send its ID token: \`Authorization: Bearer …\`. Times are RFC 3339. Every
refusal is an RFC 9457 problem whose \`error\` is a sentence for people and whose \`code\` is one for programs.
Every reply carries an \`ETag\`; send it as \`If-None-Match\` and an unchanged one comes as a 304. A save names the
revision it was made from. Within a major version replies gain fields and never lose any, so ignore what you
don't know.`

/** The description as it is served, made on first use. */
export function openApiText(endpoints: readonly Endpoint[]): () => string {
  let text: string | undefined
  return () => (text ??= JSON.stringify(openApiOf(endpoints)))
}

/** The OpenAPI 3.1 description of all mounted endpoints and who may call them. */
export function openApiOf(endpoints: readonly Endpoint[]): OpenApi {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(endpoints.map((endpoint) => namesOf(endpoint).feature))]
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Board Portal API', version: contractVersion, description: about },
      servers: [{ url: '/' }],
      tags: tags.map((name) => ({ name })),
      paths,
      components: {
        schemas: namedSchemas,
        responses: problemResponses,
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An ID token.',
          },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: 'The same token, set by `POST /api/auth/token`. For reads only.',
          },
          adminKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Admin-Key',
            description: 'For servers that manage accounts; never sent by a browser.',
          },
          gateRunnerKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Gate-Runner-Key',
            description:
              'For the operator’s gate runner, which tries releases; never sent by a browser.',
          },
          releaseToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'For a team’s CI: publishes and promotes one remote only.',
          },
        },
      },
    },
    options,
  )
  return onlyUsed(document)
}

/** Replies aren't described as closed, because clients must accept fields added later. */
const options: CreateDocumentOptions = {
  override: ({ jsonSchema }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  },
}

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, body, form, upload, method, revised, fresh, summary, callers } = endpoint
  const { feature, name } = namesOf(endpoint)
  const requestParams = {
    ...(params ? { path: params as z.ZodMiniObject } : {}),
    ...(query ? { query: query as z.ZodMiniObject } : {}),
    ...(revised
      ? { header: savedFrom }
      : method === 'GET'
        ? { header: endpoint.bytes?.ranges ? readRanges : readWhole }
        : {}),
  }
  const keys =
    callers === 'gateRunner'
      ? ['gateRunnerKey']
      : [
          'bearer',
          ...(method === 'GET' ? ['cookie'] : []),
          ...(callers === 'adminsAndKey' ? ['adminKey'] : []),
          ...(callers === 'adminsAndReleaseToken' ? ['releaseToken'] : []),
        ]
  return {
    operationId: name,
    tags: [feature],
    summary,
    ...(fresh === true ? { description: freshSignIn } : {}),
    security:
      callers === 'everyone' || callers === 'ownToken' ? [] : keys.map((key) => ({ [key]: [] })),
    requestParams,
    ...(body ? { requestBody: bodyOf('application/json', body) } : {}),
    ...(form ? { requestBody: bodyOf('multipart/form-data', form) } : {}),
    ...(upload ? { requestBody: { required: true, content: { [upload.type]: bytesSchema } } } : {}),
    responses: { ...successOf(endpoint), ...problemsOf(endpoint) },
  }
}

const freshSignIn = `People need a sign-in from the last ${freshSignInMinutes} minutes; otherwise the answer is 401 \`reauthenticate\`.`

function bodyOf(type: string, schema: z.core.$ZodType): ZodOpenApiRequestBodyObject {
  return { required: true, content: { [type]: { schema } } }
}

const header = (description: string) =>
  z.optional(z.string()).register(z.globalRegistry, { description })

const savedFrom = z.object({
  'If-Match': header('The revision this save was made from: `"3"`.'),
  'If-None-Match': header('`*` for a document that doesn’t exist yet.'),
})
const known = {
  'If-None-Match': header(
    'The `ETag` of a cached response; if it is unchanged, the answer is 304.',
  ),
}
const readWhole = z.object(known)
const readRanges = z.object({
  ...known,
  Range: header('A byte range: `bytes=0-1023`.'),
  'If-Range': header('The `ETag` of the version that the range refers to.'),
})

function successOf(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const { method, reply, bytes } = endpoint
  if (reply === undefined && bytes === undefined) {
    return { 204: { description: 'Done; the response has no body.' } }
  }
  const content = bytes ? { [bytes.type]: bytesSchema } : { 'application/json': { schema: reply! } }
  if (method !== 'GET') return { 200: { description: 'The reply.', content } }
  const headers = { ETag: tag }
  return {
    200: { description: bytes ? 'The bytes.' : 'The reply.', headers, content },
    ...(bytes?.ranges ? { 206: { description: 'The requested range.', headers, content } } : {}),
    304: { description: 'Not modified.', headers },
  }
}

const bytesSchema = { schema: { type: 'string', format: 'binary' } as const }

const tag = {
  description: 'Identifies this version of the response.',
  schema: { type: 'string' as const },
}

/** A missing name means that a new module isn't listed in `contract-names.ts`; a test reports it. */
function namesOf(endpoint: Endpoint): { feature: string; name: string } {
  const { method, path } = endpoint
  return endpointNames.get(endpoint) ?? { feature: 'other', name: `${method} ${path}` }
}

/** Removes named schemas that no endpoint refers to. */
function onlyUsed(document: OpenApi): OpenApi {
  const schemas = { ...document.components?.schemas }
  const reached = (root: unknown) =>
    new Set(
      [...JSON.stringify(root).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
        ([, name]) => name!,
      ),
    )
  const used = reached({ ...document, components: { responses: document.components?.responses } })
  for (const name of used) for (const inner of reached(schemas[name] ?? {})) used.add(inner)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } }
}
