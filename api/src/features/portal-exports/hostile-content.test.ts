import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { filesInZip, saveArchive } from './exports-fixture.ts'

/** Text that breaks out of attributes, elements and folders, with half a surrogate pair. */
const words = '"><script>alert(1)</script>\' onload=x ../../../etc/passwd \u202e\ud83d\u0000\r\n'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

it('exports no scripts and no escaping paths, even with hostile texts in the portal', async () => {
  const { store } = api.ports
  const sha256 = 'a'.repeat(64)
  await api.ports.blobs.put(`originals/${sha256}`, Buffer.from('x'))
  await api.putPaper('paper', { name: words, title: words, path: `../..//${words}`, sha256 })
  const slot = { active: true, title: words }
  await store.create('resource_mappings', 'governance-bylaws', {
    ...slot,
    embedUrl: 'javascript:alert(1)',
  })
  await store.create('resource_mappings', 'meeting-2026-q4-budget-update', {
    ...slot,
    embedUrl: `https://evil.example/${words}`,
  })
  await store.create('agendas', '2026-Q4', {
    title: words,
    location: words,
    items: [{ title: words, speaker: words, papers: [{ materialType: words, pages: words }] }],
  })
  await store.create('directory', 'ada', { name: words, role: `=${words}`, type: words })
  const entry = {
    at: '2025-06-01T00:00:00.000Z',
    by: { email: words },
    what: words,
    subject: words,
  }
  for (const log of ['audit', 'audit_access']) {
    await store.create(log, 'hostile', { ...entry, reason: words, after: { [words]: words } })
  }
  await api.ports.accounts.create({
    email: 'ada@larkspur.example',
    password: 'long enough words',
    displayName: words,
  })
  const files = await filesInZip(await saveArchive(api, join(temporaryFolder(), 'export.zip')))
  expect(files.size).toBeGreaterThan(15)
  expect(files.has('audit/changes-2025.html')).toBe(true)
  for (const [name, bytes] of files) {
    expect(name).toMatch(/^[^\\/][^\\]*$/)
    expect(name.split('/')).not.toContain('..')
    if (!name.endsWith('.html')) continue
    // The pages of this year have only what the portal itself has recorded.
    if (!/-20(?!25)\d\d\.html$/.test(name)) expect(String(bytes)).toContain('&lt;script&gt;')
    expect(String(bytes)).not.toMatch(/<script|href="javascript/i)
    const withoutValues = String(bytes).replaceAll(/"[^"]*"/g, '""')
    expect(withoutValues).not.toMatch(/<[^>]*\son\w+=/i)
  }
})
