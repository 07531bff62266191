import { describe, expect, it } from 'vitest'
import { decideEmbed } from './embed-decision.ts'

const hosts = ['airtable.com', 'docs.google.com']

describe('an embed', () => {
  it('is framed on an allowed host and on its subdomains', () => {
    expect(decideEmbed('https://airtable.com/embed/a', 'airtable', hosts).show).toBe('frame')
    expect(decideEmbed('https://v2.airtable.com/a', 'others', hosts).show).toBe('frame')
  })

  it('leads out on any other host, however alike', () => {
    for (const url of [
      'https://evil-airtable.com/a',
      'https://airtable.com.evil.test/a',
      'https://airtable.com:8443/a',
      'https://user:word@airtable.com/a',
      'https://google.com/a',
    ]) {
      expect(decideEmbed(url, 'airtable', hosts)).toEqual({ show: 'link', url })
    }
  })

  it('leads out when its type is external', () => {
    expect(decideEmbed('https://airtable.com/a', 'external', hosts).show).toBe('link')
  })

  it('is nothing without an https address', () => {
    for (const url of [
      '',
      undefined,
      'airtable.com',
      'http://airtable.com',
      'javascript:alert(1)',
    ]) {
      expect(decideEmbed(url, 'airtable', hosts)).toEqual({ show: 'nothing' })
    }
  })
})
