import type { TestApiOptions } from '@portal/api/testing'
import { expect } from 'vitest'
import { type Fault, faultyApi } from '../shared/api-fault-fixture.ts'

type Api = Awaited<ReturnType<typeof auditApi>>

/** The real API in memory; `asked` are the requested audit addresses. */
export async function auditApi({
  fault = {},
  ...options
}: TestApiOptions & { fault?: Fault } = {}) {
  const requests: string[] = []
  const answer = (request: Request) => {
    if (request.url.includes('/api/audit')) requests.push(request.url)
    return fault.answer?.(request)
  }
  const api = await faultyApi({ answer }, options)
  return {
    ...api,
    requests,
    /** Resolves when a refusal is logged; responses don't wait for it. */
    settled: () =>
      expect.poll(async () => (await api.ports.store.list('audit', {})).documents).not.toEqual([]),
  }
}

/** One entry a day from March 1, 2026 on, at noon in UTC. */
export async function addAuditEntries(api: Api, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const email = index === 0 ? 'ada@larkspur.example' : 'ben@larkspur.example'
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

/** Entries of the access log in February 2026; the last one is the newest. */
export async function access(api: Api, entry: Record<string, unknown>): Promise<void> {
  const { documents } = await api.ports.store.list('audit_access')
  const email = 'ada@larkspur.example'
  await api.ports.store.create('audit_access', `access-${documents.length}`, {
    at: new Date(Date.UTC(2026, 1, 1 + documents.length, 20)).toISOString(),
    by: { uid: 'someone', email },
    who: email,
    before: null,
    after: null,
    ...entry,
  })
}
