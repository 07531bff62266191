import { appendFileSync } from 'node:fs'
import { type KillPoint, runStepping, steppingPort } from '../sync/sync-kill-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Mail } from './mail.ts'

/** Starts a process that sends the mails of a folder's database, and kills it as `kill -9` does. `time` sets the clock, in ms. */
export function sendAndKill(dataFolder: string, time: number, point?: KillPoint) {
  const at = (path: string) => new URL(path, import.meta.url).href
  return runStepping({
    dataFolder,
    time,
    point,
    imports: {
      'receiverIn, steppingStore': import.meta.url,
      silentLog: at('../../platform/log.ts'),
      createMailSending: at('./mail-sending.ts'),
    },
    work: `
      const sending = createMailSending({
        store: steppingStore(sqlite, step), mail: receiverIn(folder, step),
        compose: async () => ({ bytes: new Uint8Array(1) }), from: 'a@b.example', perMinute: 6000,
        wait: async () => {}, now, log: silentLog,
      })
      await sending.run()`,
  })
}

/** Steps also between the reads and writes of a transaction, and after it. */
export function steppingStore(store: DocumentStore, step: () => void): DocumentStore {
  const stepping = steppingPort(store, step)
  return {
    ...stepping,
    async transaction(work, ...rest) {
      const result = await stepping.transaction((tx) => work(steppingPort(tx, step)), ...rest)
      step()
      return result
    },
  }
}

/** Whatever the receiver gets is a line of `received.txt`. */
export const receiverIn = (folder: string, step: () => void): Mail => ({
  async send({ id }, begin) {
    step()
    await begin()
    step()
    appendFileSync(`${folder}/received.txt`, `${id}\n`)
    step()
    return { state: 'sent', reply: '250 Kept' }
  },
  check: async () => 'a receiver',
  close: async () => {},
})
