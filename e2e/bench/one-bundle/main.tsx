/**
 * The baseline of bench:federation: the same shell and the same remotes in one bundle, without federation.
 * It differs from the shell's own entry in one thing: a release is not fetched, it is here already.
 */
import type { Remote } from '../../../shell/remote-kit/src/remote.ts'
import admin from '../../../mf-admin/src/remote.ts'
import directory from '../../../mf-directory/src/remote.ts'
import governance from '../../../mf-governance/src/remote.ts'
import meetings from '../../../mf-meetings/src/remote.ts'
import { startPortal } from '../../../shell/src/start-portal.tsx'

const remotes: Record<string, Remote> = { meetings, governance, directory, admin }

void startPortal({
  runRelease: async ({ name }) => {
    const remote = remotes[name]
    if (!remote) throw new Error(`${name} is not in this bundle`)
    return remote
  },
})
