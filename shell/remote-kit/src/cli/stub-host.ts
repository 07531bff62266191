import { testPeople, uidOf } from '@portal/api/testing'
import { testPortal, type TestPortal } from '@portal/api/testing-portal'
import { isApiError } from '../client.ts'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import { neighborRelease } from './neighbor-release.ts'
import { hexOf, type WholeRelease } from './release-files.ts'
import { setAgendaStatus } from '@portal/contract/agendas'
import { createDirectoryEntry } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { type Quarter, quarterOf } from '@portal/domain/quarter'
import { mappingId, quarterId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'

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
 * A portal in memory that runs one release next to that of another team: a built shell, the real API and its real
 * policy. It is isolated, and disappears when it is closed.
 */
export async function openStubHost({ shellFolder }: StubOptions): Promise<StubHost> {
  const portal = await testPortal({ shellFolder })
  try {
    const host = hostOf(portal, await fillStub(portal))
    await host.run(neighborRelease())
    return host
  } catch (error) {
    await portal.close()
    throw error
  }
}

function hostOf(portal: TestPortal, quarter: Quarter): StubHost {
  const call = portal.call('admin')
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

const embedUrl = 'https://airtable.com/embed/stub'

/** Stores some content of each kind, so that screens have something to show. */
async function fillStub({ call, settings }: TestPortal): Promise<Quarter> {
  const quarter = quarterOf(new Date(), settings.foundation.timeZone)
  const asAdmin = call('admin')
  const slots: Slot[] = [
    { kind: 'governance', policyType: 'bylaws' },
    { kind: 'communications', resourceType: 'mission-vision-values' },
    { kind: 'meeting', ...quarter, materialType: 'budget-update' },
  ]
  for (const slot of slots) {
    const params = { id: mappingId(slot) }
    await asAdmin(saveMapping, { params, body: { embedUrl, active: true }, revision: 'new' })
  }
  const agenda = { kind: 'meeting', ...quarter, materialType: 'agenda' } as const
  await asAdmin(saveMapping, {
    params: { id: mappingId(agenda) },
    body: { mode: 'native', active: true },
    revision: 'new',
  })
  // Switching the source to native has created a draft.
  const content = { title: 'Board Meeting', items: [{ title: 'Welcome' }, { title: 'Budget' }] }
  await asAdmin(setAgendaStatus, {
    params: quarter,
    body: { status: 'published', content },
    revision: 1,
  })
  await asAdmin(createDirectoryEntry, {
    form: { id: 'stub', name: 'Ada Park', role: 'Trustee', type: 'board' },
  })
  return quarter
}

/** The value of a route parameter, by its name: existing content, or a value from the contract. */
function sampleParams({ year, quarter }: Quarter): Record<string, string> {
  return {
    year: String(year),
    quarter: String(quarter),
    // A quarterly meeting has an id, too.
    meeting: quarterId({ year, quarter }),
    materialType: 'budget-update',
    policyType: 'bylaws',
    resourceType: 'mission-vision-values',
    resourceId: mappingId({ kind: 'governance', policyType: 'bylaws' }),
  }
}
