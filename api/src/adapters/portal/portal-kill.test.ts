import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runUntilKilled } from '../../features/sync/sync-kill-fixture.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { accountByName, emailName } from './account-records.ts'
import { ownSignIn } from './portal-fixture.ts'

/** Number of kills; `test --long` makes more. */
const kills = Number(process.env['KILLS'] ?? 2)

const email = 'maria.lopez@larkspur.example'
const [invited, chosen] = ['four words of a board', 'a sentence of her own']
const home = { address: '198.51.100.7' }
const folder = mkdtempSync(join(tmpdir(), 'own-sign-in-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates an account, chooses a password by its link and signs in, in a process that ends at this step of the store. */
function invite(file: string, step?: number) {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runUntilKilled(
    `
    import { writeSync } from 'node:fs'
    import { openSqliteStore } from ${at('../sqlite/sqlite-document-store.ts')}
    import { steppingPort } from ${at('../../features/sync/sync-kill-fixture.ts')}
    import { ownSignIn } from ${at('./portal-fixture.ts')}
    let steps = 0
    const step = () => { if ((steps += 1) === ${step ?? 0}) process.kill(process.pid, 'SIGKILL') }
    const store = steppingPort(openSqliteStore({ path: ${JSON.stringify(file)} }), step)
    const { accounts, calls } = ownSignIn(store)
    writeSync(1, 'begun\\n')
    const email = ${JSON.stringify(email)}
    await accounts.create({ email, password: ${JSON.stringify(invited)} })
    const { link } = await accounts.resetPassword(email)
    const secret = new URL(link).hash.slice(1)
    await calls.choosePassword({ link: secret, password: ${JSON.stringify(chosen)} })
    await calls.signIn({ email, password: ${JSON.stringify(chosen)} }, ${JSON.stringify(home)})
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit(0)`,
    step === undefined ? undefined : { step },
  )
}

describe('a process that is killed while it signs people in', () => {
  let steps: number
  beforeAll(async () => {
    const undisturbed = await invite(join(folder, 'whole.sqlite'))
    if (undisturbed === 'killed') throw new Error('The undisturbed process was killed.')
    steps = undisturbed.steps
  })

  const shares = Array.from({ length: kills }, (_, number) => (number + 0.5) / kills)
  it.each(shares)(
    'leaves a complete account or none, and everything can be repeated (%f)',
    async (share) => {
      const file = join(folder, `killed-${share}.sqlite`)
      expect(await invite(file, Math.max(1, Math.floor(share * steps)))).toBe('killed')
      const store = openSqliteStore({ path: file })
      const { accounts, calls } = ownSignIn(store)
      const account = await accountByName(store, emailName(email))
      expect((await accounts.list()).accounts).toHaveLength(account ? 1 : 0)
      if (!account) await accounts.create({ email, password: invited })
      // One of the two passwords works, whichever it is.
      const works = async (password: string) =>
        calls.signIn({ email, password }, home).then(
          () => true,
          () => false,
        )
      expect((await works(invited)) !== (await works(chosen))).toBe(true)
      const { link = '' } = (await accounts.resetPassword(email)) as { link?: string }
      await calls.choosePassword({ link: new URL(link).hash.slice(1), password: chosen })
      expect(await works(chosen)).toBe(true)
      await store.close()
    },
  )
})
