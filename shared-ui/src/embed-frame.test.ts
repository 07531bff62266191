import { describe, expect, it, vi } from 'vitest'
import { decideEmbed } from './embed-frame.tsx'

const hosts = ['airtable.com', 'docs.google.com']

describe('an embed', () => {
  it('frames a page on an allowed host or its subdomains', () => {
    expect(decideEmbed('https://airtable.com/embed/a', 'airtable', hosts).show).toBe('frame')
    expect(decideEmbed('https://v2.airtable.com/a', 'others', hosts).show).toBe('frame')
  })

  it('links to a page on any other host, however similar', () => {
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

  it('never frames the portal itself, even if its host is allowed', () => {
    vi.stubGlobal('location', { origin: 'https://portal.larkspur.example' })
    const url = 'https://portal.larkspur.example/admin'
    expect(decideEmbed(url, 'airtable', ['larkspur.example'])).toEqual({ show: 'link', url })
  })

  it('links to a page of type external', () => {
    expect(decideEmbed('https://airtable.com/a', 'external', hosts).show).toBe('link')
  })

  it('rejects an embed without an https URL', () => {
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
