import type { ReleaseCheck } from '@portal/contract/publishing'
import { hasTeamsReport, passed } from '../gate/trial-verdict.ts'
import type { AdoptedRelease } from '../release-records.ts'

/** The team's report as the API shows it. `shell`: the portal's build; unknown for a development server. */
export function shownCheck(
  record: Pick<AdoptedRelease, 'checked' | 'tried'>,
  shell: string | undefined,
): { checked?: ReleaseCheck } {
  if (!record.checked) return {}
  const { portalShell: _then, ...report } = record.checked
  const isAny = shell === undefined
  return {
    checked: {
      ...report,
      current: isAny || passed(record, shell),
      forQa: isAny || hasTeamsReport(record, shell),
    },
  }
}
