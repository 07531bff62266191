import { expect, it } from 'vitest'
import { mailLink, phoneLink } from './contact-links.ts'

it('dials a number in any notation', () => {
  expect(phoneLink('+1 (503) 555-0142')).toBe('tel:+15035550142')
  expect(phoneLink('503.555.0142')).toBe('tel:5035550142')
})

it('dials an extension', () => {
  expect(phoneLink('503 555 0142 ext. 7')).toBe('tel:5035550142;ext=7')
  expect(phoneLink('503 555 0142 x12')).toBe('tel:5035550142;ext=12')
})

it('fills in a subject', () => {
  expect(mailLink('maria.lopez@larkspur.example', 'Agenda & papers')).toBe(
    'mailto:maria.lopez@larkspur.example?subject=Agenda%20%26%20papers',
  )
})

it('ignores mail headers hidden in the address', () => {
  expect(mailLink('maria.lopez@larkspur.example')).toBe('mailto:maria.lopez@larkspur.example')
  expect(mailLink('a@b.example?bcc=c@d.example')).toBe('mailto:a@b.example%3Fbcc%3Dc%40d.example')
})
