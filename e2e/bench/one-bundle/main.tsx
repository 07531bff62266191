/**
 * The baseline of `bench federation`: the same shell and remotes in one bundle, without federation.
 * The only difference from the shell's own entry: releases are part of the bundle and aren't
 * fetched.
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
