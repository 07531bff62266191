import { describe, expect, it } from 'vitest'
import { deviceOf, locationOf } from './sign-in-origin.ts'

const safari = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`
const mac = safari('Macintosh; Intel Mac OS X 10_15_7')

describe('the device of a sign-in', () => {
  it.each([
    ['Safari on macOS', mac, false],
    ['Safari on iPad', mac, true],
    ['Safari on iPad', safari('iPad; CPU OS 12_5 like Mac OS X'), true],
    ['Safari on iPhone', safari('iPhone; CPU iPhone OS 18_5 like Mac OS X'), true],
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      true,
    ],
    [
      'Microsoft Edge on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      false,
    ],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      true,
    ],
    [
      'Firefox on Linux',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      false,
    ],
    ['Unknown device', '', false],
    ['Unknown device', '<script>alert(1)</script>', false],
  ])('names the device as %s', (device, userAgent, isTouch) => {
    expect(deviceOf(userAgent, isTouch)).toBe(device)
  })
})

describe('the location of a sign-in', () => {
  it('keeps the location to one short line', () => {
    expect(locationOf(' US,\r\nCalifornia ')).toBe('US, California')
    expect(locationOf('x'.repeat(300))).toHaveLength(100)
  })

  it('leaves out the location if the proxy sends none', () => {
    expect([locationOf(undefined), locationOf(' ')]).toEqual([undefined, undefined])
  })
})
