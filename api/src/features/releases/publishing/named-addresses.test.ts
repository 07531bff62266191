import { listPeople } from '@portal/contract/directory'
import { namedAddressLimits } from '@portal/contract/publishing'
import { approveRelease, getPointer } from '@portal/contract/pointers'
import { expect, it } from 'vitest'
import { addressesIn, shownAddresses } from './named-addresses.ts'

it('finds paths of the API and other sites in code, each once', () => {
  const scripts = [
    'call({path:"/api/meetings/{year}"});fetch(`/api/notes?all=1`);x="/meetings/api/no"',
    "fetch('/api/notes');new WebSocket('wss://Live.Example.org:8443/feed');a='https://example.org/a/b'",
  ]
  expect(addressesIn(scripts)).toEqual([
    '/api/meetings/{year}',
    '/api/notes',
    'https://example.org',
    'wss://live.example.org:8443',
  ])
})

it('keeps a bounded number of addresses of a bounded length', () => {
  const { most, length } = namedAddressLimits
  const script = Array.from({ length: most + 1 }, (_, n) => `"/api/${n}"`).join()
  expect(addressesIn([script])).toHaveLength(most)
  expect(addressesIn([`"/api/${'a'.repeat(length)}"`])[0]).toHaveLength(length)
})

it('marks the addresses that only admins may call', () => {
  const named = [approveRelease.path, getPointer.path, listPeople.path, '/api/nothing']
  expect(shownAddresses(named, [approveRelease, getPointer, listPeople])).toEqual([
    { address: approveRelease.path, onlyAdmins: true },
    { address: getPointer.path, onlyAdmins: true },
    { address: listPeople.path },
    { address: '/api/nothing' },
  ])
})
