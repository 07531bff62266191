import type { Serve } from '../../../platform/http/serve.ts'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import type { AppParts } from '../../../platform/app-parts.ts'
import { createVersionsService, type VersionsParts } from './versions-service.ts'

type Needs = Pick<
  VersionsParts,
  'documents' | 'visibility' | 'mappings' | 'quotations' | 'containing'
>

export function createVersions(parts: AppParts, needs: Needs) {
  const { settings } = parts
  const versions = createVersionsService({ ...parts, ...needs, ...settings.papers })
  return {
    ...versions,
    stop: versions.idle,
    routes(serve: Serve) {
      serve(listVersions, ({ person, params, query }) => versions.list(person, params.id, query))
      serve.forAdmins(withdrawVersion, ({ person, params, body }) =>
        versions.withdraw(person, params.id, params.number, body),
      )
    },
  }
}
