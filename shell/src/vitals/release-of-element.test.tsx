import type { ComposedRelease } from '@portal/contract/releases'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReleasePlace } from '../mounted-release.tsx'
import { releaseOfElement } from './measure-vitals.ts'

const release = { name: 'meetings', release: '1.0.0-a' } as ComposedRelease

it('finds the release that shows an element or a text, and none for the shell’s own', () => {
  render(
    <>
      <h1>Welcome</h1>
      <ReleasePlace release={release} route="/meetings/:year">
        <p>Upcoming Meeting</p>
      </ReleasePlace>
    </>,
  )
  const shown = screen.getByText('Upcoming Meeting')
  const place = { remote: 'meetings', release: '1.0.0-a', route: '/meetings/:year' }
  expect(releaseOfElement(shown)).toEqual(place)
  expect(releaseOfElement(shown.firstChild)).toEqual(place)
  expect(releaseOfElement(screen.getByRole('heading'))).toBeUndefined()
  expect(releaseOfElement(null)).toBeUndefined()
  shown.remove()
  expect(releaseOfElement(shown)).toBeUndefined()
})
