import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractVersion } from '@portal/contract/releases'
import { shellManifest } from '@portal/contract/shell-manifest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readFolderShell } from '../../adapters/folder/folder-shell.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { devShell } from './dev-shell.ts'

const page = '<!--preload--><!--page-data--><script src="/assets/shell.1.js"></script>'
const built: Record<string, string> = {
  'index.html': page,
  'provided.json': '{"react":"19.3.1"}',
  'provided-names.json': '{"react":["useState"]}',
  'packages.json': JSON.stringify({
    '@portal/domain': { version: '1.1.0', integrity: `sha384-${'a'.repeat(64)}` },
  }),
  'shared-files.json': '{}',
  'sbom.cdx.json': '{}',
  '.inputs': 'none',
  'assets/shell.1.js': 'console.log(1)',
  'assets/shell.1.js.br': 'compressed',
}

let api: TestApi
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-shell-'))
  mkdirSync(join(folder, 'assets'))
  for (const [file, text] of Object.entries(built)) writeFileSync(join(folder, file), text)
  const shell = (await readFolderShell(folder))!
  api = await testApi({ ports: { shell } })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const manifest = async () => z.parse(shellManifest, await (await api.request('/shell.json')).json())

describe('/shell.json', () => {
  it('lists the shell’s files and page, each with its hash and size, and serves all of them', async () => {
    const { page: template, files, ...rest } = await manifest()
    expect(files.map(({ file }) => file).toSorted()).toEqual(['assets/shell.1.js', 'sbom.cdx.json'])
    for (const { file, integrity, size } of [...files, template]) {
      const served = await (await api.request(`/${file}`)).text()
      expect(integrityOf(served), file).toBe(integrity)
      expect(served.length).toBe(size)
    }
    expect(integrityOf(page)).toBe(template.integrity)
    expect(rest).toMatchObject({
      provided: { react: '19.3.1' },
      exportedNames: { react: ['useState'] },
      packages: { '@portal/domain': { version: '1.1.0' } },
      sharedFiles: {},
      contractVersion,
    })
  })

  it('names the build as the portal does, and the API’s description by hash', async () => {
    const { build, openapi } = await manifest()
    const portal = await api.request('/api/portal', {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(((await portal.json()) as { shell: string }).shell).toBe(build)
    expect(integrityOf(await (await api.request('/api/openapi.json')).text())).toBe(openapi)
  })

  it('answers everyone, and a second request without a body', async () => {
    const first = await api.request('/shell.json')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const etag = first.headers.get('etag')!
    const again = await api.request('/shell.json', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('serves the page’s template as a file that no browser shows as a page', async () => {
    const { page: template } = await manifest()
    const served = await api.request(`/${template.file}`)
    expect(served.headers.get('content-type')).toBe('application/octet-stream')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('doesn’t exist for a shell from a development server', async () => {
    const developed = await testApi({ ports: { shell: devShell('http://localhost:3010') } })
    const response = await developed.request('/shell.json')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ])
    await developed.close()
  })
})
