import { type MappingChange, saveMapping } from '@portal/contract/mappings'
import type { RenderedRemote } from '@portal/remote-kit/testing'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** A screen's first showing also loads its code; a busy machine needs more than the default second. */
configure({ asyncUtilTimeout: 5000 })
vi.setConfig({ testTimeout: 20_000 })

type TestApi = RenderedRemote['api']

/** Puts a PDF among the synced documents. */
export async function keepDocument(api: TestApi, id: string, pages: number): Promise<void> {
  const time = '2026-10-03T18:00:00.000Z'
  await api.ports.store.create('documents', id, {
    google_id: id,
    title: id,
    name: `${id}.pdf`,
    mime_type: 'application/pdf',
    path: 'Policies',
    parent_folder: 'policies',
    created_time: time,
    modified_time: time,
    last_synced: time,
    size: 1000,
    pages,
    condition: 'ready',
    sha256: 'ab'.repeat(32),
  })
}

/** Maps a slot as an admin does. */
export async function map(api: TestApi, id: string, change: MappingChange): Promise<void> {
  await api.call('admin')(saveMapping, { params: { id }, body: change, revision: 'new' })
}

/** Answers this path by a failure of this status (0: no answer at all), until the returned function mends it. */
export function breakPath(api: TestApi, path: string, status = 503): () => void {
  const { request } = api.app
  api.app.request = async (input, ...rest) => {
    const broken = typeof input === 'string' && input.includes(path)
    if (!broken) return request(input, ...rest)
    if (status === 0) throw new TypeError('Failed to fetch')
    return status === 404 ? notFound() : new Response('', { status })
  }
  return () => {
    api.app.request = request
  }
}

const notFound = () => {
  const sentence = 'There is nothing at this address.'
  const details = { title: 'Not found', status: 404, detail: sentence, code: 'notFound' }
  const problem = { type: 'about:blank', ...details, error: sentence, requestId: 'test' }
  return Response.json(problem, { status: 404 })
}

/** The viewer's own requests end here: no test reads a document's bytes. */
export function withoutFiles(): void {
  globalThis.fetch = async () => new Response('', { status: 404 })
}
