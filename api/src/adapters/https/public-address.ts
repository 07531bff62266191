import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose addresses, whose servers are this machine, its network or its cloud. */
const special: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const specialIpv4 = new BlockList()
for (const [network, prefix] of special) specialIpv4.addSubnet(network, prefix, 'ipv4')

/** The only IPv6 addresses that are assigned globally … */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** … except those for documentation, and those that contain an IPv4 address or name a relay. */
const specialIpv6 = new BlockList()
specialIpv6.addSubnet('2001::', 23, 'ipv6')
specialIpv6.addSubnet('2001:db8::', 32, 'ipv6')
specialIpv6.addSubnet('2002::', 16, 'ipv6')
specialIpv6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address is somewhere on the internet, rather than in the portal's own surroundings. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !specialIpv4.check(address, 'ipv4')
  return (
    isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
  )
}
