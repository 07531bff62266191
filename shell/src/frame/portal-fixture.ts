import type { PortalReply } from '@portal/contract/portal'
import type { ComposedRelease, NavigationEntry } from '@portal/contract/releases'
import type { Host } from '../host.ts'

/** The API's response for a member of the sample foundation, with these navigation entries. */
export function portalOf(
  person: Partial<PortalReply['person']> = {},
  navigation: NavigationEntry[] = [],
): PortalReply {
  return {
    person: {
      uid: 'maria',
      email: 'maria.lopez@larkspur.example',
      displayName: 'Maria Lopez',
      isAdmin: false,
      canManageUsers: false,
      editsAgendas: false,
      ...person,
    },
    composition: {
      id: '1',
      remotes: navigation.map((entry) => ({
        name: entry.icon,
        releases: [releaseWith(entry)],
      })),
    },
    config: {
      foundation: {
        name: 'Larkspur Foundation',
        domain: 'larkspur.example',
        timeZone: 'America/Los_Angeles',
        liaisonEmail: 'liaison@larkspur.example',
      },
      identity: { kind: 'firebase', apiKey: 'k', authDomain: 'd', projectId: 'p' },
      embedHosts: [],
    },
  }
}

function releaseWith(entry: NavigationEntry): ComposedRelease {
  return {
    name: entry.icon,
    contract: 1,
    routes: [entry.to],
    navigation: [entry],
    slots: [],
    audience: entry.to === '/admin' ? 'admins' : 'members',
    release: '1',
    version: '1.0.0',
    entry: 'container.js',
    global: 'remote',
    shared: {},
    files: [],
    preload: {},
    base: '/remotes/x/1/',
  }
}

/** The host's functions for the reader's account, for tests that don't use them. */
export const noAccount: Pick<Host, 'startSetUp' | 'refreshReader'> = {
  startSetUp: () => Promise.reject(new Error('There is no sign-in service in this test.')),
  refreshReader: async () => {},
}
