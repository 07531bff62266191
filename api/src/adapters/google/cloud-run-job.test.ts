import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cloudRunJob, cloudRunScopes } from './cloud-run-job.ts'
import { type GoogleStandIn, startGoogle } from './stand-in/google-server.ts'

const job = 'projects/larkspur-portal/locations/us-west1/jobs/gate-runner'

let google: GoogleStandIn
let server: Server
let rootUrl: string
let requests: string[]
let status: number
beforeAll(async () => {
  google = await startGoogle()
  google.mount({ scopes: cloudRunScopes, methods: [] })
  server = createServer((request, response) => {
    const { authorization = '' } = request.headers
    requests.push(`${request.method} ${request.url} ${authorization.split(' ')[0]}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await google.stop()
})
beforeEach(() => {
  requests = []
  status = 200
})

const start = (url = rootUrl) =>
  cloudRunJob({ job, rootUrl: url, credentials: google.account, tokenUrl: google.tokenUrl })()

it('starts one execution of the job as the portal’s account', async () => {
  await start()
  expect(requests).toEqual([`POST /v2/${job}:run Bearer`])
})

it.each([
  [403, 'needs the role Cloud Run Invoker on the job'],
  [404, 'Check GATE_RUNNER_JOB'],
  [503, 'Cloud Run can’t be reached'],
])('explains a response with status %i, and doesn’t start a second one', async (given, message) => {
  status = given
  await expect(start()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(message),
  })
  expect(requests).toHaveLength(1)
})

it('refuses with unavailable while Cloud Run doesn’t respond', async () => {
  await expect(start('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'unavailable' })
})
