import { beforeEach, expect, it } from 'vitest'
import { watchServedSkeleton } from './served-frame.ts'

beforeEach(() => {
  document.body.innerHTML =
    '<div class="first-paint"><p class="waiting" style="visibility: hidden"><span></span></p></div>'
})
const served = () => document.querySelector<HTMLElement>('.waiting')!

it('detects that a skeleton was visible before the shell ran', () => {
  served().style.visibility = 'visible'
  expect(watchServedSkeleton()()).toBe(true)
})

it('notices when it becomes visible later, and remembers it when it is gone', () => {
  const isSeen = watchServedSkeleton()
  expect(isSeen()).toBe(false)
  served().firstElementChild!.dispatchEvent(new Event('animationstart', { bubbles: true }))
  expect(isSeen()).toBe(false)
  served().dispatchEvent(new Event('animationstart', { bubbles: true }))
  served().remove()
  expect(isSeen()).toBe(true)
})

it('reports none on a page that was served without one', () => {
  document.body.innerHTML = ''
  expect(watchServedSkeleton()()).toBe(false)
})
