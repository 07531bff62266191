import { Agent, get, type IncomingHttpHeaders } from 'node:http'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/**
 * Sends `count` equal GETs over 16 keep-alive connections and returns the last answer; any other
 * status is an error.
 */
export async function load(
  url: string,
  headers: Record<string, string>,
  count: number,
  expected: number,
): Promise<Answer> {
  let started = 0
  let last: Answer | undefined
  const worker = async () => {
    while (started < count) {
      started += 1
      last = await once(url, headers)
      if (last.status !== expected) {
        throw new Error(
          `${url} answered ${last.status}, not ${expected}: ${last.body.slice(0, 300)}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(16, count) }, worker))
  return last!
}

function once(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => (body += text))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body }),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}
