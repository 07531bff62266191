import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startIssuer } from '../../api/src/adapters/oidc/issuer-fixture.ts'

/** GitHub's service for job tokens on this machine, for jobs of one repository's main branch. */
export async function startJobTokens(repository: string) {
  const issuer = await startIssuer()
  const secret = 'the-jobs-secret'
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${secret}`) {
      return void response.writeHead(401).end()
    }
    const aud = new URL(request.url!, issuer.url).searchParams.get('audience')
    const claims = issuer.claimsAt(new Date(), { repository, ...(aud ? { aud } : {}) })
    return void issuer.sign(claims).then((value) => response.end(JSON.stringify({ value })))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    issuer: issuer.url,
    tokens: { url: `http://127.0.0.1:${port}`, secret },
    async close() {
      server.closeAllConnections()
      server.close()
      await issuer.stop()
    },
  }
}
