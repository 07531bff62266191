import path from 'node:path'
import { buildRemote } from '../../scripts/build.ts'

/** Remotes, and a host, that only journeys run. */
export const journeyRemotes = ['manifest-host', 'notices', 'polls'] as const

type JourneyRemote = (typeof journeyRemotes)[number]

const root = path.resolve(import.meta.dirname, '../..')

/** The folder of a build that the global setup has made; no other test reads it. */
export const journeyBuild = (name: JourneyRemote): string =>
  path.join(root, '.cache/journeys', name)

/** Builds it unless its sources are unchanged. */
export function buildJourneyRemote(name: JourneyRemote): Promise<string> {
  return buildRemote(name, path.join(root, 'e2e/remotes', name), journeyBuild(name))
}
