import { testApi, type TestApiOptions } from '@portal/api/testing'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// The first visit reads the screen's modules.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

/** What the API answers instead of the real thing, as long as there is something. */
export type Fault = { answer?: ((request: Request) => Response | undefined) | undefined }

type Api = Awaited<ReturnType<typeof auditApi>>

/** The real API in memory; `asked` are the audit's addresses that have been asked for. */
export async function auditApi({
  fault = {},
  ...options
}: TestApiOptions & { fault?: Fault } = {}) {
  const api = await testApi(options)
  const { request } = api.app
  const asked: string[] = []
  api.app.request = async (input, init) => {
    const what = new Request(input, init)
    if (what.url.includes('/api/audit')) asked.push(what.url)
    return fault.answer?.(what) ?? request(input, init)
  }
  return {
    ...api,
    asked,
    /** Resolves when a refusal is written, which no answer waits for. */
    settled: () =>
      vi.waitUntil(async () => (await api.ports.store.list('audit', {})).documents.length > 0),
  }
}

/** One entry a day from March 1, 2026 on, at noon in UTC. */
export async function someEntries(api: Api, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const email = index === 0 ? 'ada@larkspur.example' : 'ben@larkspur.example'
    // oxlint-disable-next-line no-await-in-loop -- one writer
    await api.ports.store.create('audit', `entry-${index}`, {
      at: new Date(Date.UTC(2026, 2, 1 + index, 20)).toISOString(),
      by: { uid: 'someone', email },
      who: email,
      what: 'mapping saved',
      subject: `governance-${index}`,
      before: null,
      after: { title: `Paper ${index}` },
    })
  }
}
