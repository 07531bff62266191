import { expect, it } from 'vitest'
import { addressBehind } from './body-pace.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:ffff::1]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['_hidden', '_hidden'],
])('counts %s as %s', (address, counted) => {
  expect(addressBehind(0, address, () => undefined)).toBe(counted)
  expect(addressBehind(1, '10.0.0.1', () => address)).toBe(counted)
})
