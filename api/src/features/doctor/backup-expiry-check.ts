import { counted } from '@portal/domain/counted'
import type { Check } from './finding.ts'

type Options = {
  /** `BACKUP_DAYS`. */
  days: number | undefined
  /** `BACKUP_FOLDER`, if it is used. */
  folder: string | undefined
  /** When the oldest backup in a folder was begun. */
  oldest: (folder: string) => Date | undefined
  now: () => Date
}

/** Checks that backups are deleted by the day that pages name where something is erased. */
export function backupExpiryCheck({ days, folder, oldest, now }: Options): Check {
  return {
    part: 'expiry',
    remedy: 'BACKUP_FOLDER must be a folder that this process may read.',
    async run() {
      if (days === undefined) {
        return {
          caution:
            'people who erase something aren’t told until when backups contain it. Set BACKUP_DAYS to how long you keep backups.',
        }
      }
      const promise = `people are told that backups are deleted after ${counted(days, 'day')}`
      const at = folder === undefined ? undefined : oldest(folder)
      // A backup is deleted by the first daily one after its last day.
      const isKeptLonger = at && now().getTime() - at.getTime() > (days + 1) * 86_400_000
      if (!isKeptLonger) return promise
      return {
        caution: `${promise}, but one in ${folder} is of ${at.toISOString()}. Run \`backup\` every day, or delete it.`,
      }
    },
  }
}
