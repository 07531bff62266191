import { expect, it } from 'vitest'
import {
  addressFault,
  embedAddressOf,
  httpsUrl,
  isAllowedHost,
  proposedEmbedType,
} from './embed-address.ts'

it('takes a typed address unchanged, trimmed', () => {
  expect(embedAddressOf('  https://airtable.com/embed/shr1 ')).toBe(
    'https://airtable.com/embed/shr1',
  )
  expect(embedAddressOf('   ')).toBeUndefined()
})

it.each([
  ['<iframe src="https://a.example/x">', 'https://a.example/x'],
  ["<IFRAME class='b' SRC='https://a.example/x'></IFRAME>", 'https://a.example/x'],
  ['<iframe src=https://a.example/x width=100>', 'https://a.example/x'],
  ['<div><p>Hi</p><iframe\n  src = "https://a.example/x"\n></iframe></div>', 'https://a.example/x'],
  ['<iframe src="https://a.example/?a=1&amp;b=2&#38;c&#x3D;3">', 'https://a.example/?a=1&b=2&c=3'],
  ['<iframe src="//a.example/x">', 'https://a.example/x'],
  ['<iframe title="a > b" src="https://a.example/x">', 'https://a.example/x'],
])('finds the address of the iframe in %s', (html, address) => {
  expect(embedAddressOf(html)).toBe(address)
})

it('takes the first iframe, never a later one', () => {
  const html = '<iframe src="https://one.example"></iframe><iframe src="https://two.example">'
  expect(embedAddressOf(html)).toBe('https://one.example')
  expect(embedAddressOf('<iframe></iframe><iframe src="https://two.example">')).toBeUndefined()
})

it.each([
  '<script src="https://a.example/x.js"></script>',
  '<img src="https://a.example/x.png">',
  '<!-- <iframe src="https://a.example"> -->',
  '<iframe data-src="https://a.example">',
  '<iframe srcdoc="<p src=https://a.example>">',
  '<iframe title="src=https://a.example">',
  '<iframes src="https://a.example">',
])('finds no address in %s', (html) => {
  expect(embedAddressOf(html)).toBeUndefined()
})

// Time that grows with the square of the length would run into the test's own limit.
it('parses hostile HTML in linear time', () => {
  expect(embedAddressOf('<iframe '.repeat(200_000))).toBeUndefined()
  expect(embedAddressOf(`<iframe ${'a="'.repeat(200_000)}`)).toBeUndefined()
})

it('accepts whole https addresses only', () => {
  expect(httpsUrl('https://a.example/x')?.host).toBe('a.example')
  const refused = [
    'http://a.example',
    'javascript:alert(1)',
    'a.example',
    'https://me@a.example',
    '',
  ]
  for (const address of refused) expect(httpsUrl(address)).toBeUndefined()
})

it('explains what is wrong with an address', () => {
  expect(addressFault('https://a.example/x')).toBeUndefined()
  expect(addressFault('http://a.example/x')).toMatch(/starts with https/)
  expect(addressFault('https://me:secret@a.example')).toMatch(/without the user name and password/)
  const long = `https://a.example/${'x'.repeat(1982)}`
  expect(addressFault(long)).toBeUndefined()
  expect(addressFault(`${long}x`)).toBe('An address may have at most 2,000 characters.')
})

const hosts = ['airtable.com', 'docs.google.com']

it('proposes an embed type by the host', () => {
  const proposed = (address: string) => proposedEmbedType(httpsUrl(address), hosts)
  expect(proposed('https://airtable.com/embed/shr1')).toBe('airtable')
  expect(proposed('https://docs.google.com/forms/1')).toBe('others')
  expect(proposed('https://news.example/story')).toBe('external')
})

it('distinguishes an allowed host from one with the same ending', () => {
  expect(isAllowedHost('airtable.com', hosts)).toBe(true)
  expect(isAllowedHost('evilairtable.com', hosts)).toBe(false)
  expect(isAllowedHost('airtable.com.evil.example', hosts)).toBe(false)
})
