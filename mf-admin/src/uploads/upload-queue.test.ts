import { listDocuments } from '@portal/contract/documents'
import { uploadLimits } from '@portal/contract/uploads'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'
import type { KeptFiles, KeptUpload } from './kept-files.ts'
import { createUploadQueue } from './upload-queue.ts'

/** Stores uploads as a browser's database does; with `keepsFiles`, including the files. */
function keptInMemory(keepsFiles: boolean): KeptFiles {
  const kept = new Map<string, KeptUpload>()
  return {
    all: async () => [...kept.values()],
    async keep({ file, ...words }) {
      kept.set(words.id, { ...words, ...(keepsFiles && file && { file }) })
      return keepsFiles
    },
    forget: async (id) => void kept.delete(id),
  }
}

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer> = name) =>
  new File([content], name, { lastModified: Date.parse('2026-11-01T09:00:00Z') })
const picked = (...files: File[]) => files.map((file) => ({ file, folder: '2027 Q1' }))

async function open(fault: Fault = {}, keepsFiles = true) {
  const api = await faultyApi(fault)
  onTestFinished(() => api.close())
  const kept = keptInMemory(keepsFiles)
  const call = api.call('admin')
  let stored = 0
  const newQueue = (by = 'ruth') =>
    createUploadQueue({
      call,
      by,
      kept,
      onStored: () => (stored += 1),
      wait: () => Promise.resolve(),
    })
  return {
    kept,
    newQueue,
    queue: newQueue(),
    storedTimes: () => stored,
    documents: async () => (await call(listDocuments)).map(({ name }) => name).toSorted(),
  }
}
const kinds = (queue: ReturnType<typeof createUploadQueue>) =>
  queue.all().map(({ state }) => (state.kind === 'done' ? state.result.outcome : state.kind))
const isPart = ({ url }: Request) => url.includes('/parts/')

afterEach(() => localStorage.clear())

it('stores the picked files, and forgets them on the device', async () => {
  const { queue, kept, documents } = await open()
  await queue.add(picked(fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt'), fileOf('d.txt')))
  await expect.poll(() => kinds(queue)).toEqual(['stored', 'stored', 'stored', 'stored'])
  expect(await documents()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt'])
  expect(await kept.all()).toEqual([])
})

it('refuses what the portal doesn’t take with a sentence each, and stores the others', async () => {
  const { queue } = await open()
  const big = fileOf('Big.pdf')
  Object.defineProperty(big, 'size', { value: uploadLimits.file + 1 })
  await queue.add(picked(fileOf('a.zip'), big, fileOf('Empty.pdf', ''), fileOf('b.txt')))
  await expect.poll(() => kinds(queue)).toEqual(['failed', 'failed', 'failed', 'stored'])
  expect(queue.all().flatMap(({ state }) => ('sentence' in state ? state.sentence : []))).toEqual([
    expect.stringMatching(/^Unsupported type: the portal takes PDF/),
    'Over 200 MB, the most that the portal takes.',
    'The file is empty.',
  ])
})

it('reports a refused file once, neither after a reload nor with the next drop', async () => {
  const { queue, newQueue, kept } = await open({
    answer: (request) =>
      isPart(request) && request.method === 'PUT'
        ? refusal(415, 'unsupportedType', 'This isn’t the file that its name says.')
        : undefined,
  })
  await queue.add(picked(fileOf('Photos.zip'), fileOf('a.txt')))
  await expect.poll(() => kinds(queue)).toEqual(['failed', 'failed'])
  expect(await kept.all()).toEqual([])
  const reloaded = newQueue()
  await reloaded.resume()
  expect(reloaded.all()).toEqual([])
  await queue.add(picked(fileOf('Other.zip')))
  expect(queue.all().map(({ name }) => name)).toEqual(['Other.zip'])
})

it('shows the server’s sentence, and stores the file after another try', async () => {
  const fault: Fault = {
    answer: (request) =>
      isPart(request) ? refusal(507, 'storageFull', 'The server’s storage is full.') : undefined,
  }
  const { queue } = await open(fault)
  await queue.add(picked(fileOf('a.txt')))
  await expect.poll(() => kinds(queue)).toEqual(['failed'])
  const [{ id, state } = {}] = queue.all()
  expect(state).toMatchObject({ sentence: 'The server’s storage is full.', isFinal: false })
  fault.answer = undefined
  queue.retry(id!)
  await expect.poll(() => kinds(queue)).toEqual(['stored'])
})

it('continues automatically once the server is back', async () => {
  let refused = 0
  const { queue } = await open({
    answer: (request) => {
      if (!isPart(request) || refused >= 3) return undefined
      refused += 1
      if (refused === 1) throw new TypeError('Failed to fetch')
      return refusal(503, 'unavailable', 'The portal is being started.')
    },
  })
  await queue.add(picked(fileOf('a.txt')))
  await expect.poll(() => kinds(queue)).toEqual(['stored'])
  expect(refused).toBe(3)
})

it('continues after a reload with the parts that are missing', async () => {
  const isHeld: Fault = {
    answer: (request) => (isPart(request) ? new Promise(() => {}) : undefined),
  }
  const sent: string[] = []
  const { queue, newQueue, documents } = await open(isHeld)
  const long = fileOf('Long.txt', new Uint8Array(uploadLimits.part + 3).fill(97))
  isHeld.answer = (request) => {
    if (!isPart(request)) return undefined
    sent.push(request.url.split('/parts/')[1]!.split('/')[0]!)
    return sent.length > 1 ? new Promise(() => {}) : undefined
  }
  await queue.add(picked(long))
  await expect.poll(() => sent).toEqual(['0', '1'])
  isHeld.answer = (request) => {
    if (isPart(request)) sent.push(request.url.split('/parts/')[1]!.split('/')[0]!)
    return undefined
  }
  const reloaded = newQueue()
  await reloaded.resume()
  await expect.poll(() => kinds(reloaded)).toEqual(['stored'])
  expect(sent).toEqual(['0', '1', '1'])
  expect(await documents()).toEqual(['Long.txt'])
})

it('asks for a file that the browser hasn’t kept, and continues when it is picked again', async () => {
  const fault: Fault = {
    answer: (request) => (isPart(request) ? new Promise(() => {}) : undefined),
  }
  const { queue, newQueue } = await open(fault, false)
  await queue.add(picked(fileOf('a.txt')))
  expect(queue.all()[0]?.isKept).toBe(false)
  fault.answer = undefined
  const reloaded = newQueue()
  await reloaded.resume()
  expect(kinds(reloaded)).toEqual(['lost'])
  await reloaded.add([{ file: fileOf('a.txt'), folder: '' }])
  await expect.poll(() => kinds(reloaded)).toEqual(['stored'])
  expect(reloaded.all()[0]?.id).toBe(queue.all()[0]?.id)
})

it('shows nobody another admin’s files, and deletes them', async () => {
  const fault: Fault = {
    answer: (request) => (isPart(request) ? new Promise(() => {}) : undefined),
  }
  const { queue, newQueue, kept } = await open(fault)
  await queue.add(picked(fileOf('a.txt')))
  const other = newQueue('another')
  await other.resume()
  expect(other.all()).toEqual([])
  expect(await kept.all()).toEqual([])
})

it('cancels one upload, and then all, without stopping what is stored', async () => {
  const fault: Fault = {
    answer: (request) => (isPart(request) ? new Promise(() => {}) : undefined),
  }
  const { queue, kept, documents } = await open(fault)
  await queue.add(picked(...['a', 'b', 'c', 'd'].map((name) => fileOf(`${name}.txt`))))
  queue.cancel(queue.all()[0]!.id)
  expect(queue.all().map(({ name }) => name)).toEqual(['b.txt', 'c.txt', 'd.txt'])
  queue.cancelAll()
  expect(queue.all()).toEqual([])
  expect(await kept.all()).toEqual([])
  expect(await documents()).toEqual([])
})

it('reads the documents again once all are stored, not after each', async () => {
  const { queue, storedTimes } = await open()
  await queue.add(picked(fileOf('a.txt'), fileOf('a.txt')))
  await expect.poll(() => kinds(queue).toSorted()).toEqual(['same', 'stored'])
  expect(storedTimes()).toBeLessThanOrEqual(2)
})
