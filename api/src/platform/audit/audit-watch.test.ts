import { saveMapping } from '@portal/contract/mappings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditCheck } from '../../features/doctor/files-check.ts'
import { runChecks } from '../../features/doctor/finding.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { bodyOf } from '../store/stored-body.ts'

let api: TestApi
let clock: number
beforeEach(async () => {
  clock = Date.UTC(2026, 10, 20, 9)
  api = await testApi({ now: () => new Date(clock) })
})
afterEach(() => api.close())

const save = (title: string, revision: number | 'new') =>
  api.call('admin')(saveMapping, {
    params: { id: 'governance-bylaws' },
    body: { title },
    revision,
  })
const gauge = async () => /^portal_audit_broken (\d)$/m.exec(await api.metrics.text())![1]
const logged = (msg: string) => api.logged.filter((line) => line.includes(`"msg":"${msg}"`))
const doctor = async () =>
  (await runChecks([auditCheck({ open: async () => api.ports.store })]))[0]!

it('creates an anchor for the changes once a day', async () => {
  await save('Bylaws', 'new')
  expect(await doctor()).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining('no anchor'),
  })
  await api.features.audit.watch.look()
  await api.features.audit.watch.look()
  clock += 86_400_000
  await api.features.audit.watch.look()
  const { documents } = await api.ports.store.list('audit_anchors')
  expect(documents).toMatchObject([
    {
      id: '2026-11-20',
      tails: [
        { collection: 'audit_access', seq: 1 },
        { collection: 'audit', seq: 1 },
      ],
    },
    { id: '2026-11-21', tails: [], previous: documents[0]!['hash'] },
  ])
  expect(logged('audit anchor')).toHaveLength(2)
  expect(await gauge()).toBe('0')
  expect(await doctor()).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining('2026-11-21'),
  })
})

it('reports at start and every hour that the audit has been tampered with, and keeps serving', async () => {
  await save('Bylaws', 'new')
  const [entry] = (await api.ports.store.list('audit')).documents
  await api.ports.store.update('audit', entry!.id, { ...bodyOf(entry!), subject: 'x' }, 1)
  const stop = api.features.audit.watch.start()
  await expect.poll(gauge).toBe('1')
  await stop()
  const [line] = logged('the audit has been tampered with')
  expect(JSON.parse(line!)).toMatchObject({ level: 'error', kind: 'changed', place: entry!.id })
  expect(await doctor()).toMatchObject({ part: 'audit', verdict: 'wrong' })
  expect(await save('Bylaws 2', 1)).toMatchObject({ revision: 2 })
})
