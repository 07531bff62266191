import { type Check, Wrong } from './finding.ts'

type Options = {
  /** Builds that the next start adopts: what each is, or why it can't be. */
  builds: () => Promise<{ folder: string; fault?: string }[]>
  /** The stable release of every remote that has one, and whether its files are all there. */
  live: () => Promise<{ remote: string; release: string; isWhole: boolean }[]>
}

/** Whether the next start has remotes to offer, and those that run now have their files. */
export function remotesCheck({ builds, live }: Options): Check {
  return {
    part: 'remotes',
    async look() {
      const [offered, running] = await Promise.all([builds(), live()])
      const broken = running.filter(({ isWhole }) => !isWhole)
      if (broken.length > 0) {
        const names = broken.map(({ remote, release }) => `${remote} ${release}`)
        throw new Wrong(
          `Files are missing of ${names.join(', ')}: publish the release again, or roll back to another.`,
        )
      }
      const faults = offered.flatMap(({ fault }) => fault ?? [])
      if (faults.length > 0) throw new Wrong(faults.join(' '))
      if (running.length === 0 && offered.length === 0) {
        throw new Wrong('There is no remote: name builds in RELEASES_FOLDER, or publish a release.')
      }
      const names = running.map(({ remote, release }) => `${remote} ${release}`)
      return names.length > 0
        ? `${names.join(', ')}: every file is there`
        : `${offered.length} builds for the first start`
    },
  }
}
