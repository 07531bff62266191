import { readFileSync } from 'node:fs'
import path from 'node:path'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { SlideOver } from './slide-over.tsx'

type User = ReturnType<typeof userEvent.setup>
type Opened = (open: boolean, close: () => void) => ReactNode

function Page({ children }: { children: Opened }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children(open, () => setOpen(false))}
    </main>
  )
}

const dialog: Opened = (open, close) => (
  <Dialog open={open} onClose={close} title="Bylaws" footer={<Button>Save Mapping</Button>}>
    <input aria-label="Display name" />
  </Dialog>
)

async function openIt(children: Opened) {
  const user = userEvent.setup()
  render(<Page>{children}</Page>)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

describe('Dialog', () => {
  it('names the dialog by its title', async () => {
    await openIt(dialog)
    expect(screen.getByRole('dialog', { name: 'Bylaws' })).toBeDefined()
  })

  it('traps the focus', async () => {
    const user = await openIt(dialog)
    const box = screen.getByRole('dialog')
    await waitFor(() => expect(box.contains(document.activeElement)).toBe(true))
    for (let press = 0; press < 5; press += 1) {
      await user.tab()
      expect(box.contains(document.activeElement)).toBe(true)
    }
  })

  it('closes on Esc and restores the focus', async () => {
    const user = await openIt(dialog)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })),
    )
  })

  it('closes by its Close button', async () => {
    const user = await openIt(dialog)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('fills most of the window if it is large', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'dialog.module.css'), 'utf8')
  expect(css).toMatch(/\n\.large {\s*inline-size: 95vw;\s*block-size: 95dvh;/)
})

describe('a click outside a dialog', () => {
  const outside = () => screen.getByRole('dialog').firstElementChild!

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('closes it', async () => {
    const user = await openIt(dialog)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 501)
    await user.click(outside())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('doesn’t close it if it is the second click of a double click that opened it', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const user = await openIt(dialog)
    await user.click(outside())
    expect(screen.getByRole('dialog', { name: 'Bylaws' })).toBeDefined()
  })
})

describe('ConfirmDialog', () => {
  const confirm = (onConfirm: () => void, busy = false): Opened =>
    function asked(open, close) {
      return (
        <ConfirmDialog
          {...{ open, onConfirm, busy }}
          title="Delete Maria Lopez?"
          verb="Delete Maria Lopez"
          danger
          onCancel={close}
        >
          The directory entry goes with it.
        </ConfirmDialog>
      )
    }

  it('initially focuses Cancel, so that Enter alone deletes nothing', async () => {
    const onConfirm = vi.fn()
    const user = await openIt(confirm(onConfirm))
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('confirms with the button that names the action', async () => {
    const onConfirm = vi.fn()
    const user = await openIt(confirm(onConfirm))
    await user.click(screen.getByRole('button', { name: 'Delete Maria Lopez' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('ignores clicks while it is busy', async () => {
    const onConfirm = vi.fn()
    const user = await openIt(confirm(onConfirm, true))
    await user.click(screen.getByRole('button', { name: 'Delete Maria Lopez' }))
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it.each([
    ['Cancel', (user: User) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Esc', (user: User) => user.keyboard('{Escape}')],
  ])('stays open while it is busy, despite %s', async (_, close) => {
    await close(await openIt(confirm(vi.fn(), true)))
    expect(screen.getByRole('alertdialog')).toBeDefined()
  })
})

describe('SlideOver', () => {
  it('closes on Esc', async () => {
    const user = await openIt((open, close) => (
      <SlideOver open={open} onClose={close} title="Board Portal">
        <a href="/calendar">Board Calendar</a>
      </SlideOver>
    ))
    expect(screen.getByRole('dialog', { name: 'Board Portal' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
