import { PortalContext } from '@portal/remote-kit/portal'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { LastDayNotice } from './last-day-notice.tsx'

function open(person: { lastDay?: string }) {
  const reply = portalOf(person)
  const portal = { ...reply, call: vi.fn() as never, toast: vi.fn(), report: vi.fn() }
  render(
    <MemoryRouter>
      <PortalContext value={portal}>
        <LastDayNotice />
      </PortalContext>
    </MemoryRouter>,
  )
}

it('tells a reader who leaves until when they are let in, and where their notes are', () => {
  open({ lastDay: '2026-12-31' })
  expect(screen.getByRole('status').textContent).toContain('ends at the end of 31 December 2026')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account')
})

it('shows nothing to anybody else', () => {
  open({})
  expect(screen.queryByRole('status')).toBeNull()
})
