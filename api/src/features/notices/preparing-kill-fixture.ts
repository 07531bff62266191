import { sendFormalNotice } from '@portal/contract/notices'
import type { TestApi } from '../../testing/test-api.ts'
import { type KillPoint, runStepping } from '../sync/sync-kill-fixture.ts'
import { meeting } from './notices-fixture.ts'

/** Does all that an instance does about mails, as its jobs and an admin's press do. */
export async function sendAll(api: TestApi): Promise<void> {
  await api.call('admin')(sendFormalNotice, { params: { meeting }, body: { id: 'winter-notice' } })
  await api.features.notices.prepareDue()
  await api.features.feeds.inviteDue()
  await api.features.mail.sendDue()
}

/**
 * Starts a process with two instances on a folder's database, which do so at the same time, and kills it as `kill -9`
 * does. `time` sets the clock, in ms.
 */
export function prepareAndKill(dataFolder: string, time: number, point?: KillPoint) {
  const at = (path: string) => new URL(path, import.meta.url).href
  return runStepping({
    dataFolder,
    time,
    point,
    imports: {
      'receiverIn, steppingStore': at('../mail/mail-kill-fixture.ts'),
      anotherInstance: at('./notices-fixture.ts'),
      sendAll: import.meta.url,
    },
    work: `
      const ports = { store: steppingStore(sqlite, step), mail: receiverIn(folder, step) }
      const instances = [await anotherInstance(ports, now), await anotherInstance(ports, now)]
      await Promise.all(instances.map(sendAll))
      await Promise.all(instances.map((each) => each.stop()))`,
  })
}
