import { join } from 'node:path'
import { createCall } from '@portal/remote-kit/client'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { start, loggedUrl } from './start-portal-fixture.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { testPeople, unsignedToken } from './test-api.ts'

it('serves pages, refuses a second start on its data folder, and ends on a signal', async () => {
  const folder = temporaryFolder()
  const first = start({ DATA_FOLDER: folder })
  await first.ready
  const page = await fetch(`${loggedUrl(first.output())}/meetings`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await page.body?.cancel()

  const second = start({ DATA_FOLDER: folder })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `The data folder ${folder} is in use by another running portal. Stop that one first, or set DATA_FOLDER to another folder.`,
  )

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.output()).toContain('"msg":"stopped"')
})

it('keeps every acknowledged save with its audit entry when it is killed during a save', async () => {
  const folder = temporaryFolder()
  const params = { id: 'governance-bylaws' }
  const callOf = ({ output }: ReturnType<typeof start>) =>
    createCall({
      baseUrl: loggedUrl(output())!,
      token: async () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date()),
    })
  const titled = (revision: number) => ({
    params,
    body: { title: `Title ${revision}` },
    revision: revision === 1 ? ('new' as const) : revision - 1,
  })

  const first = start({ DATA_FOLDER: folder })
  await first.ready
  let answered = 0
  const saving = (async () => {
    const call = callOf(first)
    for (;;) {
      answered = (await call(saveMapping, titled(answered + 1))).revision
      if (answered === 25) setTimeout(() => first.child.kill('SIGKILL'), Math.random() * 5)
    }
  })()
  await expect(saving).rejects.toMatchObject({ code: 'offline' })
  expect(answered).toBeGreaterThanOrEqual(25)

  const second = start({ DATA_FOLDER: folder })
  await second.ready
  const call = callOf(second)
  const kept = await call(getMapping, { params })
  expect([answered, answered + 1]).toContain(kept.revision)
  expect(kept.title).toBe(`Title ${kept.revision}`)
  // The save without a response is repeated unchanged and applied once.
  expect(await call(saveMapping, titled(answered + 1))).toMatchObject({ revision: answered + 1 })
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  expect((await store.list('audit')).documents).toHaveLength(answered + 1)
  await store.close()
})
