import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The processes that a process has started, and those that they have. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const list = spawn('ps', ['-eo', 'pid=,ppid='])
  let text = ''
  list.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await once(list, 'close')
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const pids: number[] = []
  const visit = (parent: number) => {
    for (const [child, of] of rows) {
      if (of !== parent) continue
      pids.push(child)
      visit(child)
    }
  }
  visit(pid)
  return pids
}
