import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import type { AppParts } from '../../../platform/app-parts.ts'
import {
  createVersionsService,
  type VersionsParts,
  type VersionsService,
} from './versions-service.ts'

type Needs = Pick<
  VersionsParts,
  'documents' | 'visibility' | 'mappings' | 'quotations' | 'containing'
>

export function mountVersions(parts: AppParts, needs: Needs): VersionsService {
  const { serve, settings } = parts
  const versions = createVersionsService({ ...parts, ...needs, ...settings.papers })
  serve(listVersions, ({ person, params, query }) => versions.list(person, params.id, query))
  serve.forAdmins(withdrawVersion, ({ person, params, body }) =>
    versions.withdraw(person, params.id, params.number, body),
  )
  return versions
}
