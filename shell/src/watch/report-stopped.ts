import type { Call } from '@portal/contract/client'
import { sendOutcomes } from '@portal/contract/outcomes'
import type { StoppedTab } from './heart-worker.ts'
import { rememberStoppedTabs } from './stopped-memory.ts'
import { forgetStoppedTab, stoppedTabs } from './stopped-tabs.ts'

/** Older ones aren't reported, in ms. */
const reportedFor = 7 * 86_400_000

/** Reports them as failures of their releases; those that can't be sent are kept for the next time. */
export async function reportStoppedTabs(
  call: Call,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): Promise<void> {
  await rememberStoppedTabs(memory)
  for (const tab of await stoppedTabs()) {
    if (Date.now() - tab.at < reportedFor) await send(call, tab)
    await forgetStoppedTab(tab)
  }
}

async function send(call: Call, tab: StoppedTab): Promise<void> {
  const { session, composition } = tab
  const outcomes = [tab, ...(tab.others ?? [])].map(({ remote, release, route }) => ({
    remote,
    release,
    outcome: 'failed' as const,
    stage: 'render' as const,
    kind: 'unresponsive' as const,
    ...(route === undefined ? {} : { route }),
    message: `${remote}@${release} stopped answering`,
  }))
  await call(sendOutcomes, { body: { session, composition, outcomes } })
}
