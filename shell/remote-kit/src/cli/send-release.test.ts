import { brotliDecompressSync } from 'node:zlib'
import { listReleases } from '@portal/contract/publishing'
import { testApi, type TestApi } from '@portal/api/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  machineOf,
  publishedBuild,
} from '../../../../api/src/features/releases/published-build-fixture.ts'
import { fetchRelease } from './fetch-release.ts'
import { openPortal } from './portal-connection.ts'
import { sendRelease } from './publish-remote.ts'

let api: TestApi
let secret: string
/** The requests to the portal, in order: `PUT container.js`. */
let requests: string[]
/** Intercepts requests to the portal; by default it passes everything on. */
let meddle: (request: Request, answer: () => Promise<Response>) => Promise<Response>
beforeEach(async () => {
  api = await testApi()
  secret = (await machineOf(api, 'meetings')).secret
  requests = []
  meddle = async (_, answer) => answer()
})
afterEach(() => api.close())

const portal = () =>
  openPortal(
    'meetings',
    { PORTAL_URL: 'https://portal.test', PORTAL_TOKEN: secret },
    async (input, init) => {
      const request = new Request(input, init)
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return meddle(request, async () => unpacked(await api.app.request(request)))
    },
  )
/** The response as a fetch over the network returns it. */
async function unpacked(response: Response): Promise<Response> {
  if (response.headers.get('content-encoding') !== 'br') return response
  return new Response(brotliDecompressSync(await response.arrayBuffer()))
}

const wholeOf = ({ manifest, files }: ReturnType<typeof publishedBuild>) => ({
  manifest,
  files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
})
const send = (build: ReturnType<typeof publishedBuild>) =>
  sendRelease(portal(), wholeOf(build), () => {})
const registered = async () =>
  (await api.call('admin')(listReleases, { params: { remote: 'meetings' } })).releases.map(
    ({ release }) => release,
  )
const sent = (method: string) =>
  requests.filter((line) => line.startsWith(`${method} /api/releases/meetings/files/`)).length

describe('sending a release', () => {
  it('uploads source maps like files, and leaves them out if they are too large', async () => {
    const build = wholeOf(publishedBuild())
    const maps = new Map([['container.js.map', Buffer.from('{}')]])
    await sendRelease(portal(), { ...build, maps }, () => {})
    expect([sent('PUT'), sent('GET')]).toEqual([3, 3])
    const [stored] = (await api.ports.store.list('releases')).documents
    expect(stored).toMatchObject({ maps: [{ file: 'container.js.map', size: 2 }] })
    const lines: string[] = []
    const large = new Map([['container.js.map', Buffer.alloc(2 * 1024 * 1024 + 1)]])
    await sendRelease(portal(), { ...build, maps: large }, (line) => lines.push(line))
    expect(lines[0]).toContain('more than a portal takes')
  })

  it('uploads each file, reads it back, registers the release, and checks that browsers get the same bytes', async () => {
    const record = await send(publishedBuild())
    expect(record).toMatchObject({ release: '1.0.0-a', contractRange: '^1.0.0' })
    expect([sent('PUT'), sent('GET')]).toEqual([2, 2])
    const last = requests.findIndex((line) => line.startsWith('POST'))
    expect(requests.slice(0, last).every((line) => line.includes('/files/'))).toBe(true)
    expect(requests.slice(last + 1).toSorted()).toEqual([
      'GET /remotes/meetings/1.0.0-a/container.js',
      'GET /remotes/meetings/1.0.0-a/container.js',
      'GET /remotes/meetings/1.0.0-a/styles.css',
      'GET /remotes/meetings/1.0.0-a/styles.css',
    ])
    expect(await registered()).toEqual(['1.0.0-a'])
  })

  it('uploads only what the portal lacks, and changes nothing the second time', async () => {
    await send(publishedBuild())
    requests = []
    await send(publishedBuild())
    expect([sent('PUT'), sent('GET')]).toEqual([0, 2])
    requests = []
    await send(
      publishedBuild({
        release: '1.1.0-b',
        files: { 'container.js': 'new', 'styles.css': 'h1{}' },
      }),
    )
    expect(sent('PUT')).toBe(1)
    expect(await registered()).toHaveLength(2)
  })

  it('leaves no release when interrupted, and finishes when repeated', async () => {
    for (const end of ['PUT', 'GET', 'POST']) {
      const build = publishedBuild(
        {
          release: `1.0.0-${end.toLowerCase()}`,
          files: { 'a.js': `a ${end}`, 'b.js': `b ${end}` },
        },
        { entry: 'a.js', version: end },
      )
      meddle = async (request, answer) => {
        if (request.method === end) throw new TypeError('the machine is gone')
        return answer()
      }
      await expect(send(build)).rejects.toThrow()
      expect(await registered()).not.toContain(build.manifest.release)
      meddle = async (_, answer) => answer()
      await send(build)
      expect(await registered()).toContain(build.manifest.release)
    }
  })

  it('returns the first result again when the response was lost', async () => {
    meddle = async (request, answer) => {
      const response = await answer()
      if (request.method !== 'POST') return response
      meddle = async (_, again) => again()
      throw new TypeError('the line is cut')
    }
    await expect(send(publishedBuild())).rejects.toMatchObject({ code: 'offline' })
    expect(await registered()).toEqual(['1.0.0-a'])
    expect(await send(publishedBuild())).toMatchObject({ release: '1.0.0-a' })
  })

  it('stops before the record when a file comes back with different bytes', async () => {
    meddle = async (request, answer) =>
      request.method === 'GET' ? new Response('something else') : answer()
    await expect(send(publishedBuild())).rejects.toThrow(
      'came back from the portal with other bytes',
    )
    expect(await registered()).toEqual([])
  })

  it('reports when browsers are served different bytes than registered', async () => {
    meddle = async (request, answer) =>
      request.url.endsWith('/styles.css') ? new Response('h2{}') : answer()
    await expect(send(publishedBuild())).rejects.toThrow(
      /must not be promoted:\n {2}styles\.css of 1\.0\.0-a is served with bytes that don’t match/,
    )
  })

  it('shows the portal’s message when the release exists with different bytes', async () => {
    await send(publishedBuild())
    const other = publishedBuild({ files: { 'container.js': 'other', 'styles.css': 'h1{}' } })
    await expect(send(other)).rejects.toThrow(
      'Release 1.0.0-a of meetings exists with other files.',
    )
    const raised = publishedBuild(
      { release: '1.0.0-b', files: { 'container.js': 'other', 'styles.css': 'h1{}' } },
      { version: '1.0.0-a' },
    )
    await expect(send(raised)).rejects.toThrow('raise the version')
  })

  it('refuses the token of another remote', async () => {
    secret = (await machineOf(api, 'directory')).secret
    await expect(send(publishedBuild())).rejects.toThrow('is for directory, not for meetings')
    expect(await registered()).toEqual([])
  })
})

describe('fetching a release', () => {
  it('returns the bytes that browsers get', async () => {
    const build = publishedBuild()
    await send(build)
    const { files } = await fetchRelease(portal(), build.manifest)
    expect(Object.fromEntries([...files].map(([n, b]) => [n, Buffer.from(b).toString()]))).toEqual(
      build.files,
    )
  })

  it('fails when a file is missing or has changed', async () => {
    const { manifest } = publishedBuild()
    await expect(fetchRelease(portal(), manifest)).rejects.toThrow(
      'container.js of 1.0.0-a was answered with 404.',
    )
    await send(publishedBuild())
    meddle = async (request, answer) =>
      request.headers.get('accept-encoding') === 'br' ? answer() : new Response('older')
    await expect(fetchRelease(portal(), manifest)).rejects.toThrow(
      'served with bytes that don’t match',
    )
  })
})
