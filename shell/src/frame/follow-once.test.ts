import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { followLinksOnce } from './follow-once.ts'

const followed = vi.fn()
beforeAll(() => {
  followLinksOnce()
  document.body.addEventListener('click', (event) => {
    if (!event.defaultPrevented) followed((event.target as HTMLAnchorElement).href)
    event.preventDefault()
  })
})

it('follows a link once that is double-clicked, and again when it is clicked again', async () => {
  document.body.innerHTML = '<a href="https://meet.example/board">Join Meeting</a>'
  const link = document.querySelector('a')!
  const user = userEvent.setup()
  await user.dblClick(link)
  expect(followed.mock.calls).toEqual([['https://meet.example/board']])
  await user.click(link)
  expect(followed).toHaveBeenCalledTimes(2)
})

it('follows what has come to stand in its place meanwhile', async () => {
  document.body.innerHTML = '<a href="https://portal.example/2">Next</a>'
  const link = document.querySelector('a')!
  followed.mockReset()
  followed.mockImplementation(() => (link.href = 'https://portal.example/3'))
  await userEvent.setup().dblClick(link)
  expect(followed.mock.calls).toEqual([['https://portal.example/2'], ['https://portal.example/3']])
})
