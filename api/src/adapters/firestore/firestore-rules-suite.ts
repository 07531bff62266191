import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runChecks } from '../../features/doctor/finding.ts'
import { rulesCheck } from '../../features/doctor/database-check.ts'
import { openFirestoreStore } from './firestore-document-store.ts'

/** Tests `firestore.rules`, which the emulator was started with. */
export function firestoreRules(emulatorHost: string): void {
  describe('the database’s rules', () => {
    it.each([
      ['nobody', {}],
      ['somebody who is signed in', { authorization: `Bearer ${unsignedToken()}` }],
    ])('refuse direct access to the database: %s', async (_, headers: Record<string, string>) => {
      const projectId = `demo-${randomUUID()}`
      const store = openFirestoreStore({ projectId, emulatorHost })
      await store.create('directory', 'x', { name: 'Ada' })
      await store.close()
      const documents = `http://${emulatorHost}/v1/projects/${projectId}/databases/(default)/documents`
      const document = JSON.stringify({ fields: { name: { stringValue: 'Eve' } } })
      const ask = async (method: string, path: string, body: string | null = null) => {
        const answer = await fetch(`${documents}${path}`, { method, headers, body })
        await answer.body?.cancel()
        return answer.status
      }
      expect(await ask('GET', '/directory/x')).toBe(403)
      expect(await ask('GET', '/directory')).toBe(403)
      expect(await ask('POST', '/directory', document)).toBe(403)
      expect(await ask('PATCH', '/directory/x', document)).toBe(403)
      expect(await ask('DELETE', '/directory/x')).toBe(403)
      expect(await ask('GET', '/directory/none/deeper/one')).toBe(403)
      const owner = await fetch(`${documents}/directory/x`, {
        headers: { authorization: 'Bearer owner' },
      })
      expect(await owner.text()).toContain('Ada')
    })

    it('has the doctor check the rules', async () => {
      const service = `http://${emulatorHost}`
      const check = rulesCheck({ service, projectId: 'demo', database: undefined, apiKey: 'any' })
      expect(await runChecks([check])).toMatchObject([{ part: 'rules', verdict: 'ok' }])
    })
  })
}

function unsignedToken(): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = { sub: 'someone', user_id: 'someone', email: 'ruth.abelman@larkspur.example' }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}
