import { describe, expect, it } from 'vitest'
import { comparableEmail, isEmailAddress, isEmailOfDomain } from './email-address.ts'

const kelvin = '\u212a'

describe('addresses', () => {
  it('compares addresses ignoring the case of A to Z and surrounding spaces', () => {
    expect(comparableEmail(' Ruth.Abelman@Larkspur.Example ')).toBe('ruth.abelman@larkspur.example')
  })

  it.each([
    ['the Kelvin sign for k', `an${kelvin}a@lar${kelvin}spur.example`],
    ['a dotted capital I', 'r\u0130ta@larkspur.example'],
    ['a Cyrillic a', 'ruth.\u0430belman@larkspur.example'],
  ])('never turns an address that contains %s into another one', (_, email) => {
    expect(comparableEmail(email)).not.toMatch(/^[\x21-\x7e]+$/)
    expect(isEmailAddress(email)).toBe(false)
  })

  it.each([
    ['NUL', 'ada\u0000@larkspur.example'],
    ['a lone surrogate', 'ada\ud800@larkspur.example'],
    ['a line break', 'ada@larkspur.example\n'],
    ['a blank', 'a da@larkspur.example'],
    ['no domain', 'ada@'],
    ['nothing before the @', '@larkspur.example'],
  ])('refuses an address with %s', (_, email) => {
    expect(isEmailAddress(email)).toBe(false)
  })

  it('matches a domain only exactly', () => {
    expect(isEmailOfDomain('Ada@Larkspur.Example', 'larkspur.example')).toBe(true)
    expect(isEmailOfDomain(`ada@lar${kelvin}spur.example`, 'larkspur.example')).toBe(false)
    expect(isEmailOfDomain('ada@evil-larkspur.example', 'larkspur.example')).toBe(false)
  })
})
