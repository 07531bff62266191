import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

/** In a thread of its own: the polyfills run once in each. */
const source = `
  const { parentPort } = require('node:worker_threads')
  const types = [Array, Function, Map, Object, Promise, Set, String]
  const owners = [JSON, ...types, ...types.map(({ prototype }) => prototype)]
  const { Window } = require('happy-dom')
  globalThis.window = new Window()
  globalThis.document = window.document
  delete Promise.try
  const before = owners.map((owner) => Object.getOwnPropertyDescriptors(owner))
  import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'pdfjs-older.ts')).href)}).then(({ library }) => {
    const changed = owners.flatMap((owner, index) =>
      Object.entries(before[index]).flatMap(([name, { value, get }]) => {
        const now = Object.getOwnPropertyDescriptor(owner, name)
        return Object.is(now?.value, value) && now?.get === get ? [] : [name]
      }),
    )
    parentPort.postMessage([changed, typeof Promise.try, typeof library.getDocument])
  })`

it('adds what the browser lacks, and leaves its other built-ins as they are', async () => {
  const thread = new Worker(source, { eval: true, stdout: true, stderr: true })
  expect(await once(thread, 'message')).toEqual([[[], 'function', 'function']])
})
