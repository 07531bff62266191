import type { ComposedRelease } from '@portal/contract/releases'
import type { StoppedTab } from './heart-worker.ts'
import { countStopped } from './limited-start.ts'
import { stoppedTabs } from './stopped-tabs.ts'

/** How long a release that stopped answering is only run if no other is left, in ms. */
const avoidedFor = 86_400_000

const keyOf = (remote: string) => `portal.stopped-answering.${remote}`

type Stopped = Pick<ComposedRelease, 'name' | 'release'> & {
  /** In ms since 1970. */
  at: number
}

/** Remembers in this browser that a tab with the release stopped answering. */
export function rememberStopped(
  { name, release, at }: Stopped,
  memory: Pick<Storage, 'setItem'>,
): void {
  memory.setItem(keyOf(name), `${at} ${release}`)
}

/** Makes this browser avoid a release that stopped answering in it, and counts how often that happens. */
export function rememberTab(tab: StoppedTab, memory: Pick<Storage, 'getItem' | 'setItem'>): void {
  countStopped(tab, memory)
  for (const { remote, release } of [tab, ...(tab.others ?? [])]) {
    rememberStopped({ name: remote, release, at: tab.at }, memory)
  }
}

export async function rememberStoppedTabs(
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): Promise<void> {
  for (const tab of await stoppedTabs()) rememberTab(tab, memory)
}

export function hasStopped(
  { name, release }: Pick<ComposedRelease, 'name' | 'release'>,
  memory: Pick<Storage, 'getItem'> | undefined,
): boolean {
  const [at, stopped] = memory?.getItem(keyOf(name))?.split(' ') ?? []
  return stopped === release && Date.now() - Number(at) < avoidedFor
}
