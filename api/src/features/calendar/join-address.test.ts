import { expect, it } from 'vitest'
import { joinAddress } from './described-event.ts'

const inText = (...texts: string[]) => joinAddress({ conferences: [], texts, hosts: [] })

it.each<[string, string | undefined]>([
  ['Join: https://zoom.us/j/1.', 'https://zoom.us/j/1'],
  ['<https://acme.webex.com/meet/ruth>', 'https://acme.webex.com/meet/ruth'],
  ['HTTPS://ZOOM.US/j/1', 'https://zoom.us/j/1'],
  // As browsers read it; other programs would go to the second host.
  ['https://zoom.us\\@evil.example/j/1', 'https://zoom.us/@evil.example/j/1'],
  ['Help: https://support.zoom.us/a, call: https://zoom.us/j/1', 'https://zoom.us/j/1'],
  ['https://www.google.com/url?q=https://zoom.us/j/1&sa=D', 'https://zoom.us/j/1'],
  [
    'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fteams.microsoft.com%2Fl%2Fa&data=1',
    'https://teams.microsoft.com/l/a',
  ],
  ['http://zoom.us/j/1', undefined],
  ['https://zoom.us@evil.example/j/1', undefined],
  ['https://ruth@zoom.us/j/1', undefined],
  ['https://notzoom.us/j/1', undefined],
  ['', undefined],
])('finds the meeting in %j', (text, address) => {
  expect(inText(text)).toBe(address)
})

it.each([
  'https://zoom.us.evil.example/j/1',
  'https://meet.google.com-join.evil.example/a',
  'https://login-zoom.us-join.example/j/1',
  'https://ZOOM.US.evil.example/j/1',
])('ignores the conference %s, which pretends to be another service', (address) => {
  const conferences = [address, 'https://video.example/1']
  expect(joinAddress({ conferences, texts: [], hosts: [] })).toBe('https://video.example/1')
})

it('prefers the place to the description', () => {
  expect(inText('https://zoom.us/j/1', 'https://meet.google.com/a')).toBe('https://zoom.us/j/1')
})
