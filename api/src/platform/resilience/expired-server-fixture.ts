import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A value of X.690 (DER) with its tag and length. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x18, Buffer.from(text))
/** ECDSA with SHA-256 */
const algorithm = sequence(objectId('2a8648ce3d040302'))
const commonName = sequence(
  der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('localhost')))),
)
/** The subject's other name, which clients compare: the DNS name `localhost`. */
const extension = sequence(
  objectId('551d11'),
  der(0x04, sequence(der(0x82, Buffer.from('localhost')))),
)

/** A self-made certificate for `localhost` (RFC 5280), valid during these years. */
export function selfMadeCertificate(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  { from, to }: { from: number; to: number },
): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    commonName,
    sequence(time(`${from}0101000000Z`), time(`${to}1231000000Z`)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** Starts an https server for the current test whose certificate has expired. Its issuer is trusted until then. */
export async function startExpiredServer(): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cert = selfMadeCertificate({ publicKey, privateKey }, { from: 2020, to: 2020 })
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ key, cert }, (_, response) => void response.end('unreachable'))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    setDefaultCACertificates(known)
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}
