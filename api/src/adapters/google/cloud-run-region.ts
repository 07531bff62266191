import * as z from 'zod/mini'

/** https://cloud.google.com/run/docs/container-contract#metadata-server */
const address = 'http://metadata.google.internal/computeMetadata/v1/instance/region'

/** In ms; the server is on the same machine. */
const timeout = 2000

const region = z.string().check(z.regex(/^projects\/\d+\/regions\/([a-z0-9-]+)$/))

/** The region in which this instance runs on Cloud Run; undefined if its metadata server doesn't respond. */
export async function cloudRunRegion(url = address): Promise<string | undefined> {
  try {
    const headers = { 'Metadata-Flavor': 'Google' }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeout) })
    const { data } = z.safeParse(region, (await response.text()).trim())
    return response.ok ? data?.split('/').at(-1) : undefined
  } catch {
    return undefined
  }
}
