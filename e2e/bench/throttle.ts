import type { CDPSession, Page } from '@playwright/test'

/**
 * The network and machine for all browser benchmarks: 9 Mbps, 100 ms, a CPU slowed down four times.
 */
export const slowLine = { mbps: 9, latency: 100, cpu: 4 }

/** Throttles a page; the returned CDP session sees that page's network. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (slowLine.mbps * 1_000_000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowLine.cpu })
  return session
}
