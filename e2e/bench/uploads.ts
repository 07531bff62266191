import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { completeUpload, startUpload, uploadLimits, uploadPart } from '@portal/contract/uploads'
import type { Call } from '@portal/remote-kit/client'
import { bytesIn } from './bytes-in.ts'
import { adminToken, startContainedApi } from './contained-api.ts'
import { paperVersions } from './paper-versions.ts'
import { callWith } from './session.ts'

/** Four uploads of 150 MB that are completed at once: memory of the process, and the temporary folder. */
const count = 4
const bytes = Number(process.env['MEGABYTES'] ?? 150) * 1024 * 1024
const container = Number(process.env['CONTAINER_MB'] ?? 1024) * 1024 * 1024

let sentBytes = 0

const folder = mkdtempSync(path.join(tmpdir(), 'bench-uploads-'))
const temporary = path.join(folder, 'tmp')
mkdirSync(path.join(folder, 'data', 'drive'), { recursive: true })
mkdirSync(temporary)
const api = await startContainedApi(folder, { memory: container, env: { TMPDIR: temporary } })
try {
  const call = callWith(api.url, adminToken())
  const completions: (() => Promise<void>)[] = []
  for (let number = 0; number < count; number += 1) completions.push(await sent(call, number))
  const before = api.memory().now
  let most = { memory: 0, temporary: 0, together: 0 }
  const sampling = setInterval(() => {
    const own = { memory: api.memory().now, temporary: bytesIn(temporary) / 1024 / 1024 }
    most = {
      memory: Math.max(most.memory, own.memory),
      temporary: Math.max(most.temporary, own.temporary),
      together: Math.max(most.together, own.memory + own.temporary),
    }
  }, 50)
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  const ended = completions.map(async (complete) => {
    await complete()
    return seconds()
  })
  const times = await Promise.all(ended)
  clearInterval(sampling)
  const mb = (value: number) => `${value.toFixed(0)} MB`
  console.log(
    `${count} uploads of ${mb(sentBytes / count / 1024 / 1024)}, completed after ${times.join(', ')} s: process ${mb(before)} before, at most ${mb(most.memory)}; temporary folder at most ${mb(most.temporary)}; together at most ${mb(most.together)}; load ${loadavg()[0]!.toFixed(1)}; the process ${api.ending()}`,
  )
} finally {
  await api.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Sends the parts of a paper; the returned function completes its upload, as the page does. */
async function sent(call: Call, number: number): Promise<() => Promise<void>> {
  const [paper] = await paperVersions({ seed: number, pages: 30, bytes })
  sentBytes += paper!.length
  const params = { id: randomUUID() }
  const body = {
    name: `Paper ${number}.pdf`,
    folder: '',
    size: paper!.length,
    modified: '2026-11-01T09:00:00Z',
  }
  await call(startUpload, { params, body })
  const parts: string[] = []
  for (let at = 0; at < paper!.length; at += uploadLimits.part) {
    const part = new Uint8Array(paper!.subarray(at, at + uploadLimits.part))
    const sha256 = createHash('sha256').update(part).digest('hex')
    await call(uploadPart, { params: { ...params, part: parts.length, sha256 }, upload: part })
    parts.push(sha256)
  }
  return async () => {
    for (let tries = 0; ; tries += 1) {
      try {
        await call(completeUpload, { params, body: { parts } })
        return
      } catch (error) {
        if (tries > 30 || !String(error).includes('Other uploads')) throw error
        await after(5000)
      }
    }
  }
}
