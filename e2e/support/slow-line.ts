import type { Page } from '@playwright/test'

/** A rural mobile connection: 50 KB/s and 300 ms. */
const line = { bytesPerSecond: 50 * 1024, latency: 300 }

type Transfers = {
  /** Bytes received for an address, and how often it was requested. */
  of: (address: RegExp) => { bytes: number; times: number }
}

/** Throttles a page, and counts its traffic. */
export async function slowLine(page: Page): Promise<Transfers> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  const urls = new Map<string, string>()
  const transfers: { url: string; bytes: number }[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url !== undefined && encodedDataLength > 0)
      transfers.push({ url, bytes: encodedDataLength })
  })
  return {
    of(address) {
      const matching = transfers.filter(({ url }) => address.test(url))
      return {
        bytes: matching.reduce((sum, { bytes }) => sum + bytes, 0),
        times: matching.length,
      }
    },
  }
}
