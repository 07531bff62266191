import { parentPort } from 'node:worker_threads'
import { comparePapers } from './compare-papers.ts'
import type { Compared, TextsToCompare } from './paper-comparer.ts'

const decoder = new TextDecoder()
const pagesOf = (json: Uint8Array) => JSON.parse(decoder.decode(json)) as string[]

parentPort?.on('message', ({ older, newer }: TextsToCompare) => {
  const changes = comparePapers(pagesOf(older), pagesOf(newer))
  const answer: Compared = { changes }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})
