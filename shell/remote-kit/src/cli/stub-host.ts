import { testPeople, uidOf } from '@portal/api/testing'
import { testPortal } from '@portal/api/testing-portal'
import { isApiError } from '@portal/contract/client'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { hexOf, type WholeRelease } from './release-files.ts'
import { fillStub, sampleParams } from './stub-content.ts'

type SignedIn = { idToken: string; email: string; uid: string; apiKey: string }

export type StubHost = {
  url: string
  /** Signs a reader in; returns what their browser stores: the cookie, and the sign-in SDK's data. */
  signIn: (audience: ReleaseManifest['audience']) => SignedIn
  /** Values by route parameter. */
  params: Record<string, string>
  /** Makes everyone run the release; throws the portal's refusal. */
  run: (release: WholeRelease) => Promise<void>
  close: () => Promise<void>
}

type StubOptions = {
  /** The folder of a built shell. */
  shellFolder: string
}

/**
 * A portal in memory that runs one release: a built shell, the real API and its real
 * policy. It is isolated, and disappears when it is closed.
 */
export async function openStubHost({ shellFolder }: StubOptions): Promise<StubHost> {
  const portal = await testPortal({ shellFolder })
  const call = portal.call('admin')
  const quarter = await fillStub(portal).catch(async (error: unknown) => {
    await portal.close()
    throw error
  })
  return {
    url: portal.url,
    params: sampleParams(quarter),
    signIn(audience) {
      const person = audience === 'admins' ? testPeople.admin : testPeople.staff
      const { apiKey } = portal.settings.identity
      const idToken = portal.tokenFor(person)
      return { idToken, email: person.email, uid: uidOf(person), apiKey }
    },
    async run({ manifest, files }) {
      const params = { remote: manifest.name }
      for (const { file, integrity } of manifest.files) {
        const address = { ...params, sha384: hexOf(integrity) }
        const upload = new Uint8Array(files.get(file)!)
        await call(uploadReleaseFile, { params: address, upload })
      }
      // A build that a portal has adopted has neither.
      const { contractRange = '^1.0.0', commit = '0000000' } = manifest
      await call(publishRelease, { params, body: { ...manifest, contractRange, commit } })
      const pointer = await call(getPointer, { params }).catch((error: unknown) => {
        if (isApiError(error) && error.code === 'notFound') return undefined
        throw error
      })
      if (pointer?.stable === manifest.release) return
      await call(promoteRelease, {
        params,
        // Nobody has tested it yet; this portal exists to do so.
        body: { release: manifest.release, step: '100', reason: 'It is tried out', anyway: true },
        revision: pointer?.revision ?? 'new',
      })
    },
    close: () => portal.close(),
  }
}
