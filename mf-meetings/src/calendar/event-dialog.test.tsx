import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LinkedText } from './event-dialog.tsx'

function linksIn(text: string): string[] {
  const { container, unmount } = render(<LinkedText text={text} />)
  expect(container.textContent.replaceAll(' (opens in a new tab)', '')).toBe(text)
  const links = [...container.querySelectorAll('a')].map(({ href }) => href)
  unmount()
  return links
}

it('links the web addresses of a text, without the punctuation around them', () => {
  expect(linksIn('See https://a.example/x?y=1, or (http://b.example/z).')).toEqual([
    'https://a.example/x?y=1',
    'http://b.example/z',
  ])
  expect(linksIn('https://a.example/wiki/Board_(foundation)')).toEqual([
    'https://a.example/wiki/Board_(foundation)',
  ])
  expect(linksIn('(https://a.example/wiki/Board_(foundation))')).toEqual([
    'https://a.example/wiki/Board_(foundation)',
  ])
})

it.each([
  'no address at all',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://bank.example@evil.example/',
  'https://',
  '<a href="/admin">Press</a>',
])('leaves any other text as it is: %s', (text) => {
  expect(linksIn(text)).toEqual([])
})
