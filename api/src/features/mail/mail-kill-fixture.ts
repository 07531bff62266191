import { type KillPoint, runUntilKilled } from '../sync/sync-kill-fixture.ts'

/**
 * Starts a process that sends the mails of a folder's database, and kills it as `kill -9` does. Whatever the receiver
 * gets is a line of `received.txt`. `time` sets the clock, in ms.
 */
export function sendAndKill(
  dataFolder: string,
  time: number,
  point?: KillPoint,
): Promise<{ steps: number; ms: number } | 'killed'> {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const source = `
    import { appendFileSync, writeSync } from 'node:fs'
    import { openSqliteStore } from ${at('../../adapters/sqlite/sqlite-document-store.ts')}
    import { silentLog } from ${at('../../platform/log.ts')}
    import { steppingPort } from ${at('../sync/sync-kill-fixture.ts')}
    import { createMailSending } from ${at('./mail-sending.ts')}
    const folder = ${JSON.stringify(dataFolder)}
    const last = ${point && 'step' in point ? point.step : 0}
    let steps = 0
    const step = () => { if ((steps += 1) === last) process.kill(process.pid, 'SIGKILL') }
    const now = () => new Date(${time})
    writeSync(1, 'begun\\n')
    const began = performance.now()
    const sqlite = openSqliteStore({ path: folder + '/portal.sqlite', now })
    const stepping = steppingPort(sqlite, step)
    const store = {
      ...stepping,
      // Also between the reads and writes of a transaction, and after it.
      async transaction(work, ...rest) {
        const result = await stepping.transaction((tx) => work(steppingPort(tx, step)), ...rest)
        step()
        return result
      },
    }
    const mail = {
      async send({ id }, begin) {
        step()
        await begin()
        step()
        appendFileSync(folder + '/received.txt', id + '\\n')
        step()
        return { state: 'sent', reply: '250 Kept' }
      },
    }
    const sending = createMailSending({
      store, mail, compose: async () => ({ bytes: new Uint8Array(1) }), from: 'a@b.example', perMinute: 6000,
      wait: async () => {}, now, log: silentLog,
    })
    await sending.run()
    writeSync(1, JSON.stringify({ steps, ms: performance.now() - began }) + '\\n')`
  return runUntilKilled(source, point)
}
