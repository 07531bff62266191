import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { followLinksOnce } from './follow-once.ts'

const followed = vi.fn()
let link: HTMLAnchorElement

beforeEach(() => {
  const page = document.createElement('main')
  page.innerHTML = '<a href="https://portal.example/2">Next</a>'
  link = page.querySelector('a')!
  document.body.replaceChildren(page)
  followLinksOnce(page)
  followed.mockReset()
  page.addEventListener('click', (event) => {
    if (!event.defaultPrevented) followed(link.href)
    event.preventDefault()
  })
})

it('follows a double-clicked link once, and again when it is clicked later', async () => {
  const user = userEvent.setup()
  await user.dblClick(link)
  expect(followed).toHaveBeenCalledOnce()
  await user.click(link)
  expect(followed).toHaveBeenCalledTimes(2)
})

it('follows another link that has moved under the pointer meanwhile', async () => {
  followed.mockImplementation(() => (link.href = 'https://portal.example/3'))
  await userEvent.setup().dblClick(link)
  expect(followed.mock.calls).toEqual([['https://portal.example/2'], ['https://portal.example/3']])
})
