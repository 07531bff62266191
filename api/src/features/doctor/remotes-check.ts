import { type Check, CheckFailure } from './finding.ts'

type Options = {
  /** The builds that the next start adopts, with the reason if one can't be. */
  builds: () => Promise<{ folder: string; fault?: string }[]>
  /** The stable release of every remote, and whether all its files are stored unaltered. */
  live: () => Promise<{ remote: string; release: string; isWhole: boolean }[]>
}

/** Checks the builds for the next start, and the files of the current releases. */
export function remotesCheck({ builds, live }: Options): Check {
  return {
    part: 'remotes',
    async run() {
      const [offered, running] = await Promise.all([builds(), live()])
      const broken = running.filter(({ isWhole }) => !isWhole)
      if (broken.length > 0) {
        const names = broken.map(({ remote, release }) => `${remote} ${release}`)
        throw new CheckFailure(
          `Files of ${names.join(', ')} are missing or altered. Publish the release again, or roll back to another one.`,
        )
      }
      const faults = offered.flatMap(({ fault }) => fault ?? [])
      if (faults.length > 0) throw new CheckFailure(faults.join(' '))
      if (running.length === 0 && offered.length === 0) {
        throw new CheckFailure(
          'There is no remote. Name builds in RELEASES_FOLDER, or publish a release.',
        )
      }
      const names = running.map(({ remote, release }) => `${remote} ${release}`)
      return names.length > 0
        ? `${names.join(', ')}: all files are intact`
        : `${offered.length} builds for the first start`
    },
  }
}
